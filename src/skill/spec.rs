//! One skill, complete and checked.

use super::{SkillAsset, SkillFrontmatter, SkillSpecBuilder, render};

/// A skill that keeps every rule of the contract: there is no way to make one that does not.
///
/// ```
/// use assembly::skill::{SkillFrontmatter, SkillSpec};
///
/// let skill = SkillSpec::builder("release-notes")
///     .owner_tag("docs-team")
///     .frontmatter(SkillFrontmatter {
///         description: "Writes release notes from the commits since the last tag.".to_owned(),
///         ..SkillFrontmatter::default()
///     })
///     .body("List what users notice.\n")
///     .asset("references/tone.md", "Short and plain.\n")
///     .try_build()?;
/// assert_eq!(
///     skill.render(),
///     "---\nname: release-notes\ndescription: Writes release notes from the commits since the last tag.\n---\n\nList what users notice.\n",
/// );
/// # Ok::<(), assembly::skill::SkillError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct SkillSpec {
    pub(super) name: String,
    pub(super) owner_tag: String,
    pub(super) frontmatter: SkillFrontmatter,
    pub(super) body: String,
    pub(super) assets: Vec<SkillAsset>,
    pub(super) adopt_unowned: bool,
}

impl SkillSpec {
    /// Begins a skill; its owner, description and body are still missing.
    pub fn builder(name: impl Into<String>) -> SkillSpecBuilder {
        SkillSpecBuilder::new(name)
    }

    /// The name of the skill and of its folder.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Who installs it.
    pub fn owner_tag(&self) -> &str {
        &self.owner_tag
    }

    /// The fields besides `name`.
    pub fn frontmatter(&self) -> &SkillFrontmatter {
        &self.frontmatter
    }

    /// The markdown after the frontmatter.
    pub fn body(&self) -> &str {
        &self.body
    }

    /// The other files, sorted by path.
    pub fn assets(&self) -> &[SkillAsset] {
        &self.assets
    }

    /// Whether a skill of this name that nobody owns may be taken over.
    pub fn adopt_unowned(&self) -> bool {
        self.adopt_unowned
    }

    /// The text of the `SKILL.md`.
    pub fn render(&self) -> String {
        render(&self.name, &self.frontmatter, &self.body)
    }
}
