//! The body of a `launcher` or `preset`.

use std::collections::HashMap;

use kdl::{KdlNode, KdlValue};

use crate::diagnostic::{Diagnostic, Place, Spanned};

use super::codes;
use super::hooks;
use super::later;
use super::model::{Cli, EnvEntry, FlagGroup, Pick, Recipe, RecipeKind, SkillMode, Tmux};
use super::names::{check_no_nul, check_pick, check_text};
use super::reader::{NodeReader, read, unknown, wrong_type};
use super::reading::Reading;
use super::text::excerpt;
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
        self.read_known(known, node, reading);
    }

    fn see(&mut self, name: &'static str) {
        if matches!(name, "target" | "cli") && !self.seen.contains(&name) {
            self.seen.push(name);
        }
    }

    fn unknown(&mut self, node: &KdlNode, reading: &mut Reading) {
        let name = Spanned::new(node.name().value().to_owned(), reading.place(node.name().span()));
        let (mut diagnostic, meant) = unknown(&codes::UNKNOWN_NODE, "the node", &name, &NODES);
        if super::document::NODES.contains(&name.value.as_str()) {
            diagnostic = diagnostic.help(format!(
                "`{}` stands at the top of the file; close the block before it with `}}`",
                name.value
            ));
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
            "description" => self.recipe.description = description(node, reading),
            "use" => self.recipe.uses.extend(uses(node, reading)),
            "vars" => self.recipe.vars.extend(vars::read(node, reading)),
            "target" => self.recipe.target = target(node, reading),
            "cli" => self.recipe.cli = cli(node, reading),
            "flags" => self.recipe.flags.push(flags(node, reading)),
            "env" => self.recipe.env.extend(env(node, reading)),
            "modules" => self.recipe.modules.get_or_insert_default().extend(picks(node, "modules", reading)),
            "skills" => self.recipe.skills.get_or_insert_default().extend(picks(node, "skills", reading)),
            "hooks" => self.recipe.hooks.get_or_insert_default().extend(hooks::read_hooks(node, reading)),
            "gitignore" => self.recipe.gitignore = gitignore(node, reading),
            "tmux" => self.recipe.tmux = tmux(node, reading),
            "person" => later::person(node, reading),
            "delivery" => later::delivery(node, reading),
            "prefer" => later::prefer(node, reading),
            _ => later::settings(node, reading),
        }
    }
}

fn description(node: &KdlNode, reading: &mut Reading) -> Option<Spanned<String>> {
    let mut reader = NodeReader::new(node, reading);
    let text = reader.argument("description \"Backend work on myapp\"", reading);
    reader.finish(reading);
    text
}

fn uses(node: &KdlNode, reading: &mut Reading) -> Vec<Spanned<String>> {
    let mut reader = NodeReader::new(node, reading);
    if !reader.has_argument() {
        reader.argument::<String>("use \"preset\"", reading);
    }
    let names = reader.arguments(reading);
    reader.finish(reading);
    names
}

fn target(node: &KdlNode, reading: &mut Reading) -> Option<Spanned<String>> {
    let mut reader = NodeReader::new(node, reading);
    let target = reader.argument("target \"~/code/myapp\"", reading);
    reader.finish(reading);
    target.filter(|target| check_text("target", target, reading))
}

fn cli(node: &KdlNode, reading: &mut Reading) -> Option<Cli> {
    let mut reader = NodeReader::new(node, reading);
    let program = reader.argument("cli \"claude\"", reading);
    let harness = reader.property("harness", reading);
    reader.finish(reading);
    let harness = harness.filter(|harness| check_text("harness", harness, reading));
    program.filter(|program| check_text("cli", program, reading)).map(|program| Cli { program, harness })
}

fn flags(node: &KdlNode, reading: &mut Reading) -> FlagGroup {
    let mut reader = NodeReader::new(node, reading);
    let place = reader.place(reading);
    let mut words: Vec<Spanned<String>> = reader.arguments(reading);
    reader.finish(reading);
    words.retain(|word| check_no_nul(word, reading));
    let leading = words.iter().take_while(|word| word.value.starts_with("!-")).count();
    let rest = words.split_off(leading);
    for word in &mut words {
        word.value.remove(0);
    }
    FlagGroup { place, removes: words, words: rest }
}

fn env(node: &KdlNode, reading: &mut Reading) -> Vec<EnvEntry> {
    let mut reader = NodeReader::new(node, reading);
    let mut entries = Vec::new();
    for entry in reader.other_properties() {
        let Some(key) = entry.name().filter(|key| !reading.is_mended(key.span())) else { continue };
        let name = Spanned::new(key.value().to_owned(), reading.place(key.span()));
        let value = read::<Option<String>>(&name.value, entry, reading);
        if name.value.is_empty() || name.value.contains(['=', '\0']) {
            let diagnostic = Diagnostic::new(
                &codes::BAD_NAME,
                format!("`{}` cannot name a variable", excerpt(&name.value)),
            )
            .label(&name.place, "empty, or with a `=`")
            .help("write `env NAME=\"value\"`");
            reading.report(diagnostic);
            continue;
        }
        let Some(value) = value else { continue };
        let text = Spanned::new(value.value.clone().unwrap_or_default(), value.place.clone());
        if check_no_nul(&text, reading) {
            entries.push(EnvEntry { name, value });
        }
    }
    reader.finish(reading);
    entries
}

fn picks(node: &KdlNode, folder: &'static str, reading: &mut Reading) -> Vec<Pick> {
    let mut reader = NodeReader::new(node, reading);
    let words = reader.arguments(reading);
    let required = reader.property::<bool>("required", reading).map(|required| required.value);
    let mode = if folder == "skills" { skill_mode(&mut reader, reading) } else { SkillMode::Link };
    reader.finish(reading);
    words.into_iter().filter_map(|word| pick(word, folder, required, mode, reading)).collect()
}

/// Takes the `!` off a word, if what is left is a name.
pub(super) fn pick(
    mut word: Spanned<String>,
    folder: &str,
    required: Option<bool>,
    mode: SkillMode,
    reading: &mut Reading,
) -> Option<Pick> {
    let removes = word.value.starts_with('!');
    if removes {
        word.value.remove(0);
    }
    check_pick(&word, folder, reading).then_some(Pick { word, removes, required, mode })
}

fn skill_mode(reader: &mut NodeReader, reading: &mut Reading) -> SkillMode {
    let Some(mode) = reader.property::<String>("mode", reading) else { return SkillMode::Link };
    match mode.value.as_str() {
        "link" => SkillMode::Link,
        "copy" => SkillMode::Copy,
        other => {
            later::unknown_value("mode", other, &mode.place, &["link", "copy"], reading);
            SkillMode::Link
        }
    }
}

fn gitignore(node: &KdlNode, reading: &mut Reading) -> Option<Spanned<bool>> {
    let mut reader = NodeReader::new(node, reading);
    let exclude =
        node.entries().iter().find(|entry| entry.name().is_none()).and_then(|entry| match entry.value() {
            KdlValue::String(word) if !reading.is_mended(entry.span()) => {
                Some((word.as_str(), reading.place(entry.span())))
            }
            _ => None,
        });
    let value = match exclude {
        None => reader.argument::<bool>("gitignore #false", reading),
        Some((word, place)) => {
            reader.argument::<String>("", reading);
            if word == "exclude" {
                later::ignored(
                    "`gitignore \"exclude\"`",
                    &place,
                    "the lines are kept in `.gitignore`",
                    reading,
                );
            } else {
                let found = format!("the string `{}`", excerpt(place.text()));
                let diagnostic =
                    wrong_type("gitignore", "`#true`, `#false` or `\"exclude\"`", &found, &place)
                        .help("write `gitignore #false` to leave ignore files alone");
                reading.report(diagnostic);
            }
            None
        }
    };
    reader.finish(reading);
    value
}

fn tmux(node: &KdlNode, reading: &mut Reading) -> Option<Spanned<Tmux>> {
    let mut reader = NodeReader::new(node, reading);
    let place = reader.place(reading);
    let said_window = node.entries().iter().any(|entry| entry.name().is_some());
    let window = reader.property::<String>("window", reading);
    let tmux = if reader.has_argument() || !said_window {
        if let Some(entry) = node.entries().iter().find(|entry| entry.name().is_none())
            && entry.value().is_string()
            && !reading.is_mended(entry.span())
        {
            let name = reading.place(entry.span());
            let found = format!("the string `{}`", excerpt(name.text()));
            let diagnostic = wrong_type("tmux", "`#true` or `#false`", &found, &name)
                .help(format!("name the window with `tmux window={}`", excerpt(name.text())));
            reading.report(diagnostic);
            return None;
        }
        let switch = reader.argument::<bool>("tmux window=\"NAME\"` or `tmux #false", reading);
        match (switch, window) {
            (Some(Spanned { value: false, .. }), Some(window)) => {
                let diagnostic = Diagnostic::new(&codes::SURPLUS_ARGUMENT, "`tmux #false` has a window name")
                    .label(&window.place, "no window is opened")
                    .help("write `tmux window=\"NAME\"` or `tmux #false`");
                reading.report(diagnostic);
                None
            }
            (Some(Spanned { value: false, .. }), None) => Some(Tmux::Never),
            (_, Some(window)) => Some(Tmux::Window(window.value)),
            (Some(_), None) => Some(Tmux::Default),
            (None, None) => None,
        }
    } else {
        window.filter(|window| check_text("window", window, reading)).map(|window| Tmux::Window(window.value))
    };
    reader.finish(reading);
    tmux.map(|tmux| Spanned::new(tmux, place))
}
