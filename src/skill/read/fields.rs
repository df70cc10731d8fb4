//! Reads the fields of a frontmatter, each by its type.

use std::collections::HashMap;
use std::sync::Arc;

use super::boolean;
use super::keys::{KEYS, meant};
use super::list;
use super::tree::Tree;
use super::unknown::unknown_key;
use super::values::Values;
use crate::diagnostic::{Diagnostic, Place, Problems, SourceFile, Spanned, visible};
use crate::skill::yaml::{Content, Node};
use crate::skill::{SkillContext, SkillEffort, SkillFrontmatter, SkillShell, codes, rules};

/// Collects what the fields say.
pub(super) struct Fields<'a> {
    values: Values<'a>,
    name: Option<Spanned<String>>,
    frontmatter: SkillFrontmatter,
    /// Known keys that stand there, well or nearly, so that they are not also reported as missing.
    present: Vec<&'static str>,
    /// The values of the two fields that can make a skill unreachable.
    reach: HashMap<&'static str, Place>,
}

impl<'a> Fields<'a> {
    pub(super) fn new(file: &'a Arc<SourceFile>, problems: &'a mut Problems) -> Self {
        Self {
            values: Values::new(file, problems),
            name: None,
            frontmatter: SkillFrontmatter::default(),
            present: Vec::new(),
            reach: HashMap::new(),
        }
    }

    pub(super) fn finish(self) -> (Option<Spanned<String>>, SkillFrontmatter) {
        (self.name, self.frontmatter)
    }

    pub(super) fn not_a_mapping(&mut self, root: &Node) {
        let place = self.values.place(root);
        self.values.push(
            Diagnostic::new(&codes::NOT_A_MAPPING, "the frontmatter has no keys")
                .label(&place, format!("{} instead of `key: value`", root.describe()))
                .help("write each field as `key: value` on a line of its own"),
        );
    }

    pub(super) fn read(&mut self, pairs: &[(Node, Node)]) {
        let mut first: HashMap<&str, &Node> = HashMap::new();
        let known: Vec<&str> = pairs.iter().filter_map(|(key, _)| key_text(key)).collect();
        for (key, value) in pairs {
            let Some(text) = key_text(key) else {
                let place = self.values.place(key);
                self.values.push(
                    Diagnostic::new(&codes::WRONG_TYPE, "a key of the frontmatter is no word")
                        .label(&place, format!("{} where a key belongs", key.describe()))
                        .help(
                            "put quotes around a value that begins with a bracket, and write a key before it",
                        ),
                );
                continue;
            };
            if let Some(first) = first.get(text) {
                self.values.duplicate(text, first, key);
                continue;
            }
            first.insert(text, key);
            if let Some(known) = KEYS.iter().find(|known| **known == text) {
                self.present.push(known);
                self.field(text, key, value);
            } else {
                let place = self.values.place(key);
                let described = known.contains(&"description");
                self.values.push(unknown_key(text, &place, value, described));
                self.present.extend(meant(text));
            }
        }
        self.check_reach();
    }

    fn field(&mut self, key: &str, at: &Node, value: &Node) {
        let values = &mut self.values;
        let fields = &mut self.frontmatter;
        let text = |spanned: Option<Spanned<String>>| spanned.map(|text| text.value);
        match key {
            "name" => self.name = values.text(key, at, value),
            "description" => self.description(at, value),
            "when_to_use" => fields.when_to_use = text(values.text(key, at, value)),
            "argument-hint" => fields.argument_hint = text(values.hint(key, at, value)),
            "arguments" => fields.arguments = values.list(key, at, value, list::words).0,
            "disable-model-invocation" | "user-invocable" | "background" => self.boolean(key, at, value),
            "allowed-tools" => fields.allowed_tools = values.list(key, at, value, list::words).0,
            "disallowed-tools" => fields.disallowed_tools = values.list(key, at, value, list::words).0,
            "model" => fields.model = text(values.text(key, at, value)),
            "effort" => fields.effort = values.choice(key, at, value, SkillEffort::WORDS, SkillEffort::parse),
            "context" => {
                fields.context = values.choice(key, at, value, SkillContext::WORDS, SkillContext::parse);
            }
            "agent" => fields.agent = text(values.text(key, at, value)),
            "paths" => self.paths(at, value),
            "shell" => fields.shell = values.choice(key, at, value, SkillShell::WORDS, SkillShell::parse),
            "license" => fields.license = text(values.text(key, at, value)),
            "compatibility" => {
                let spanned = values.text(key, at, value);
                if let Some(spanned) = &spanned {
                    values.check_length(key, spanned, rules::LONGEST_COMPATIBILITY);
                }
                fields.compatibility = text(spanned);
            }
            "metadata" => fields.metadata = Tree::metadata(values).read(key, at, value),
            _ => fields.hooks = Tree::hooks(values).read(key, at, value),
        }
    }

    fn description(&mut self, at: &Node, value: &Node) {
        // Nothing at all is worse here than a key without a value.
        let absent = matches!(&value.content, Content::Scalar(scalar) if scalar.is_null());
        let spanned = if absent { None } else { self.values.text("description", at, value) };
        match spanned {
            Some(spanned) if !spanned.value.trim().is_empty() => {
                self.values.check_length("description", &spanned, rules::LONGEST_DESCRIPTION);
                self.frontmatter.description = spanned.value;
            }
            None if !absent => {}
            _ => {
                let place = self.values.place(if absent { at } else { value });
                self.report_no_description(
                    "the `description` of the skill is blank",
                    &place,
                    "nothing to tell when to use it",
                );
            }
        }
    }

    /// Reports a frontmatter without `description`, unless the key was there or nearly.
    pub(super) fn require_description(&mut self, opening: &Place) {
        if !self.present.contains(&"description") {
            self.report_no_description(
                "the skill has no `description`",
                opening,
                "this frontmatter has none",
            );
        }
    }

    fn report_no_description(&mut self, message: &str, place: &Place, label: &str) {
        self.values.push(
            Diagnostic::new(&codes::MISSING_DESCRIPTION, message)
                .label(place, label)
                .help("write `description: ` and what the skill does and when to use it"),
        );
    }

    fn boolean(&mut self, key: &str, at: &Node, value: &Node) {
        let Some(written) = self.values.word(key, at, value) else { return };
        let Some(truth) = boolean::parse(&written.value) else {
            let shown = visible(&written.value).into_owned();
            self.values.push(
                Diagnostic::new(&codes::UNKNOWN_VALUE, format!("`{shown}` is no value of `{key}`"))
                    .label(&written.place, "neither true nor false")
                    .help(format!("write `{key}: true` or `{key}: false`")),
            );
            return;
        };
        if !matches!(written.place.text(), "true" | "false") {
            let shown = visible(written.place.text()).into_owned();
            self.values.push(
                Diagnostic::new(&codes::OTHER_BOOLEAN, format!("`{key}` is {truth}, written as `{shown}`"))
                    .label(&written.place, "not every reader of YAML takes this for a truth value")
                    .help(format!("write `{key}: {truth}`")),
            );
        }
        let (field, known) = match key {
            "disable-model-invocation" => {
                (&mut self.frontmatter.disable_model_invocation, "disable-model-invocation")
            }
            "user-invocable" => (&mut self.frontmatter.user_invocable, "user-invocable"),
            _ => (&mut self.frontmatter.background, "background"),
        };
        *field = Some(truth);
        self.reach.insert(known, written.place);
    }

    fn check_reach(&mut self) {
        let fields = &self.frontmatter;
        if fields.disable_model_invocation != Some(true) || fields.user_invocable != Some(false) {
            return;
        }
        let places = self.reach.get("user-invocable").zip(self.reach.get("disable-model-invocation"));
        let Some((user, model)) = places else { return };
        let diagnostic = Diagnostic::new(
            &codes::UNREACHABLE,
            "nobody can call a skill with `disable-model-invocation: true` and `user-invocable: false`",
        )
        .label(user, "hides it from the user")
        .label(model, "hides it from the model")
        .help("delete one of the two lines");
        self.values.push(diagnostic);
    }

    fn paths(&mut self, at: &Node, value: &Node) {
        let (patterns, places) = self.values.list("paths", at, value, list::globs);
        for (pattern, place) in patterns.iter().zip(&places) {
            if let Err(reason) = rules::glob(pattern) {
                self.values.push(
                    Diagnostic::new(
                        &codes::INVALID_GLOB,
                        format!("`{}` in `paths` is no glob", visible(pattern)),
                    )
                    .label(place, reason)
                    .help("write a glob such as `\"src/**/*.rs\"`; `[[]` stands for a bracket"),
                );
            }
        }
        self.frontmatter.paths = patterns;
    }

    /// Whether the key stands there, well or nearly.
    pub(super) fn has_name(&self) -> bool {
        self.present.contains(&"name")
    }
}

fn key_text(key: &Node) -> Option<&str> {
    match &key.content {
        Content::Scalar(scalar) => Some(&scalar.text),
        _ => None,
    }
}
