//! The typed frontmatter.

use serde_json::{Map, Value};

use super::{SkillContext, SkillEffort, SkillShell};

/// The frontmatter of a `SKILL.md`, without `name`: that is the name of the skill, which [`SkillSpec`] holds.
///
/// The fields stand in the order in which they are rendered. One that is `None` or empty is left out.
///
/// ```
/// use assembly::skill::{SkillEffort, SkillFrontmatter};
///
/// let frontmatter = SkillFrontmatter {
///     description: "Reviews a change before it is merged.".to_owned(),
///     allowed_tools: vec!["Read".to_owned(), "Bash(git diff:*)".to_owned()],
///     effort: Some(SkillEffort::High),
///     ..SkillFrontmatter::default()
/// };
/// assert_eq!(frontmatter.model, None);
/// ```
///
/// [`SkillSpec`]: super::SkillSpec
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SkillFrontmatter {
    /// `description`: what the skill does and when to use it. Required, at most 1024 characters.
    pub description: String,
    /// `when_to_use`: more about when.
    pub when_to_use: Option<String>,
    /// `argument-hint`: shown while the call is typed, like `[issue-number]`.
    pub argument_hint: Option<String>,
    /// `arguments`: names of the positional arguments.
    pub arguments: Vec<String>,
    /// `disable-model-invocation`: only the user calls it.
    pub disable_model_invocation: Option<bool>,
    /// `user-invocable`: false hides it from the user.
    pub user_invocable: Option<bool>,
    /// `allowed-tools`: tools that need no permission while the skill is in use.
    pub allowed_tools: Vec<String>,
    /// `disallowed-tools`: tools that it must not use.
    pub disallowed_tools: Vec<String>,
    /// `model`
    pub model: Option<String>,
    /// `effort`
    pub effort: Option<SkillEffort>,
    /// `context`
    pub context: Option<SkillContext>,
    /// `background`
    pub background: Option<bool>,
    /// `agent`: which agent runs it under `context: fork`.
    pub agent: Option<String>,
    /// `paths`: globs of the files that make the harness think of it.
    pub paths: Vec<String>,
    /// `shell`
    pub shell: Option<SkillShell>,
    /// `license`: a name, or the name of a file.
    pub license: Option<String>,
    /// `compatibility`: what it needs, at most 500 characters.
    pub compatibility: Option<String>,
    /// `metadata`: keys of one's own. The open spec has strings as values; others are kept.
    pub metadata: Map<String, Value>,
    /// `hooks`: in the form of the harness's settings.
    pub hooks: Map<String, Value>,
}
