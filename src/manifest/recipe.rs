//! The body of a `launcher` or `preset`.

use std::collections::HashMap;

use kdl::KdlNode;

use crate::diagnostic::{Diagnostic, Place, Spanned};

use super::codes;
use super::content;
use super::hooks;
use super::model::{Recipe, RecipeKind};
use super::nodes;
use super::reader::unknown;
use super::reading::Reading;
use super::settings;
use super::vars;

/// Every node of a body.
pub(super) const NODES: [&str; 16] = [
    "description",
    "use",
    "vars",
    "target",
    "cli",
    "flags",
    "env",
    "modules",
    "skills",
    "hooks",
    "person",
    "delivery",
    "prefer",
    "settings",
    "gitignore",
    "tmux",
];

/// The nodes that may stand once.
const ONCE: [&str; 8] =
    ["description", "target", "cli", "person", "delivery", "settings", "gitignore", "tmux"];

/// Keys of the CLI's settings that people take for nodes.
const OF_SETTINGS: [&str; 2] = ["model", "permissions"];

/// A recipe, and what was declared in it, be it right or wrong.
pub(super) struct ReadRecipe {
    pub(super) recipe: Recipe,
    /// `target` is there, or something that is meant as it.
    pub(super) has_target: bool,
    /// `cli` is there, or something that is meant as it.
    pub(super) has_cli: bool,
}

/// Reads the nodes of a body.
pub(super) fn read_body(
    kind: RecipeKind,
    name: Spanned<String>,
    nodes: &[KdlNode],
    reading: &mut Reading,
) -> ReadRecipe {
    let mut body = Body {
        recipe: Recipe {
            kind,
            name,
            description: None,
            uses: Vec::new(),
            vars: Vec::new(),
            target: None,
            cli: None,
            flags: Vec::new(),
            env: Vec::new(),
            modules: None,
            skills: None,
            hooks: None,
            person: None,
            delivery: None,
            settings_mode: None,
            prefers: Vec::new(),
            settings: None,
            gitignore: None,
            tmux: None,
        },
        once: HashMap::new(),
        seen: Vec::new(),
    };
    for node in nodes {
        if !reading.is_mended(node.name().span()) {
            body.read(node, reading);
        }
    }
    let has = |name| body.seen.contains(&name);
    ReadRecipe { has_target: has("target"), has_cli: has("cli"), recipe: body.recipe }
}

struct Body {
    recipe: Recipe,
    once: HashMap<&'static str, Place>,
    /// Of `target` and `cli`, which were seen.
    seen: Vec<&'static str>,
}

impl Body {
    fn read(&mut self, node: &KdlNode, reading: &mut Reading) {
        let name = node.name().value();
        let Some(known) = NODES.into_iter().find(|known| *known == name) else {
            return self.unknown(node, reading);
        };
        self.see(known);
        let place = reading.place(node.name().span());
        if ONCE.contains(&known)
            && let Some(first) = self.once.get(known)
        {
            let diagnostic = Diagnostic::new(&codes::DOUBLED_NODE, format!("`{known}` stands twice"))
                .label(&place, "again here")
                .label(first, "first here")
                .help("keep one of them");
            return reading.report(diagnostic);
        }
        self.once.insert(known, place);
        if ONCE.contains(&known) {
            // `target "." cli "sh"` is reported where it stands, and has a CLI.
            let values = node.entries().iter().filter(|entry| entry.name().is_none());
            for entry in values.skip(1) {
                match reading.place(entry.span()).text() {
                    "target" => self.see("target"),
                    "cli" => self.see("cli"),
                    _ => {}
                }
            }
        }
        self.read_known(known, node, reading);
    }

    fn see(&mut self, name: &'static str) {
        if matches!(name, "target" | "cli") && !self.seen.contains(&name) {
            self.seen.push(name);
        }
    }

    fn unknown(&mut self, node: &KdlNode, reading: &mut Reading) {
        let name = Spanned::new(node.name().value().to_owned(), reading.place(node.name().span()));
        let (mut diagnostic, mut meant) = unknown(&codes::UNKNOWN_NODE, "the node", &name, &NODES);
        if OF_SETTINGS.contains(&name.value.as_str()) {
            meant = None;
            diagnostic = diagnostic.help(format!(
                "a key of the CLI's settings stands in a block: `settings {{ {} … }}`",
                name.value
            ));
        } else if super::document::NODES.contains(&name.value.as_str()) {
            diagnostic = diagnostic.help(format!(
                "`{}` stands at the top of the file; close the block before it with `}}`",
                name.value
            ));
        } else if name.place.text().starts_with('"') && meant.is_none() {
            diagnostic = diagnostic.help(
                "values stand on the line of their node: put it there, or end the line before with `\\`",
            );
        } else if let Some(help) = diagnostic.help.take() {
            diagnostic.help = Some(super::document::newer(&help));
        }
        if let Some(meant) = meant {
            self.see(meant);
        }
        reading.report(diagnostic);
    }

    fn read_known(&mut self, known: &str, node: &KdlNode, reading: &mut Reading) {
        match known {
            "description" => self.recipe.description = nodes::description(node, reading),
            "use" => self.recipe.uses.extend(nodes::uses(node, reading)),
            "vars" => self.recipe.vars.extend(vars::read(node, reading)),
            "target" => self.recipe.target = nodes::target(node, reading),
            "cli" => self.recipe.cli = nodes::cli(node, reading),
            "flags" => self.recipe.flags.push(nodes::flags(node, reading)),
            "env" => self.recipe.env.extend(nodes::env(node, reading)),
            "modules" => {
                self.recipe.modules.get_or_insert_default().extend(nodes::picks(node, "modules", reading));
            }
            "skills" => {
                self.recipe.skills.get_or_insert_default().extend(nodes::picks(node, "skills", reading));
            }
            "hooks" => self.recipe.hooks.get_or_insert_default().extend(hooks::read_hooks(node, reading)),
            "gitignore" => self.recipe.gitignore = nodes::gitignore(node, reading),
            "tmux" => self.recipe.tmux = nodes::tmux(node, reading),
            "person" => self.recipe.person = content::person(node, reading),
            "delivery" => self.recipe.delivery = content::delivery(node, reading),
            "prefer" => self.recipe.prefers.extend(content::prefer(node, reading)),
            _ => {
                let (mode, keys) = settings::read(node, reading);
                self.recipe.settings_mode = mode;
                self.recipe.settings = keys;
            }
        }
    }
}
