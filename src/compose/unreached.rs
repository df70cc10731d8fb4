//! Files of the hub, and presets, that no launcher uses.

use std::collections::HashSet;

use super::codes;
use super::lineage::reached;
use super::mentions::{Mentions, words_of};
use super::missing::code;
use super::model::Composition;
use super::person::PERSON_FILE;
use crate::diagnostic::{Diagnostic, Place, Problems, SourceFile, listed, visible};
use crate::hub::{Hub, Kind, Source};
use crate::manifest::{Manifest, RecipeKind};
use crate::skill::SKILL_FILE;

/// Reports what lies in the hub and that nothing leads to. `compositions` are those of all launchers and of the presets
/// that none uses: what these list is told with them.
///
/// A file is led to when a launcher lists it, when a file that is led to names it, as a hook names the script that it
/// sources, or when a word of the manifest does. A hub without launchers is there for others, and nothing is said of it.
pub fn check_unreached(
    manifest: &Manifest,
    hub: &Hub,
    compositions: &[Composition],
    problems: &mut Problems,
) {
    if manifest.launchers().next().is_none() {
        return;
    }
    report_presets(manifest, problems);
    let own = hub.own();
    let mut reached = Reached::default();
    for decision in compositions.iter().flat_map(|composition| &composition.trace) {
        let kind = Kind::ALL.into_iter().find(|kind| kind.word() == decision.kind);
        if let Some(kind) = kind.filter(|_| decision.source == own.id()) {
            reached.add(kind, &decision.subject);
        }
    }
    let mut mentions = Mentions::default();
    for word in words_of(manifest) {
        mentions.take(word, None);
        // A whole folder is handed over.
        let is_meant = |kind: &Kind| word.trim_end_matches('/').ends_with(&format!("}}/{}", kind.folder()));
        for kind in Kind::ALL.into_iter().filter(is_meant) {
            own.shelf(kind).names().iter().for_each(|name| reached.add(kind, name));
        }
    }
    for name in own.shelf(Kind::Person).names() {
        mentions.take_file(own, Kind::Person, name);
    }
    reached.follow(own, mentions);
    // Where a name leads to nothing, any thing of its kind may be the one that was meant.
    let is_missing = |kind: &Kind| problems.iter().any(|problem| problem.code.name == code(*kind).name);
    let told: Vec<Kind> = Kind::ALL.into_iter().filter(|kind| !is_missing(kind)).collect();
    for kind in told {
        let is_unused =
            |name: &&String| !reached.names[kind as usize].contains(*name) && is_thing(own, kind, name);
        let unused: Vec<&String> = own.shelf(kind).names().iter().filter(is_unused).collect();
        match unused.as_slice() {
            [] => {}
            [name] => problems.push(describe(own, kind, name)),
            [first, ..] => problems.push(describe_all(kind, first, &unused)),
        }
    }
}

fn report_presets(manifest: &Manifest, problems: &mut Problems) {
    let presets = || manifest.recipes.iter().filter(|recipe| recipe.kind == RecipeKind::Preset);
    // What only unused presets use is told with these.
    let by_presets =
        presets().flat_map(|preset| &preset.uses).filter_map(|used| manifest.recipe(&used.value));
    let used = reached(manifest, manifest.launchers().chain(by_presets));
    // What comes from elsewhere is there for others too.
    let is_own = |place: &Place| place.file.path().starts_with(&manifest.hub);
    for preset in presets().filter(|preset| is_own(&preset.name.place)) {
        let name = &preset.name.value;
        if !used.contains(name.as_str()) {
            let name = visible(name);
            problems.push(
                Diagnostic::new(&codes::PRESET_UNUSED, format!("no launcher uses preset `{name}`"))
                    .label(&preset.name.place, "has no effect")
                    .help(format!("write `use \"{name}\"` in a launcher, or remove it")),
            );
        }
    }
}

/// What is led to, while it grows.
#[derive(Default)]
struct Reached {
    names: [HashSet<String>; Kind::ALL.len()],
    /// What was reached and not yet read.
    open: Vec<(Kind, String)>,
}

impl Reached {
    fn add(&mut self, kind: Kind, name: &str) {
        if self.names[kind as usize].insert(name.to_owned()) {
            self.open.push((kind, name.to_owned()));
        }
    }

    /// Reads what was reached, and adds what it names, until nothing new is found.
    fn follow(&mut self, own: &Source, mut mentions: Mentions) {
        let all = Kind::ALL
            .into_iter()
            .flat_map(|kind| own.shelf(kind).names().iter().map(move |name| (kind, name)));
        let mut rest: Vec<(Kind, &String)> = all.collect();
        loop {
            while let Some((kind, name)) = self.open.pop() {
                mentions.take_file(own, kind, &name);
            }
            rest.retain(|(kind, name)| {
                let is_new = !self.names[*kind as usize].contains(*name);
                if is_new && mentions.name(*kind, name) {
                    self.add(*kind, name);
                }
                is_new
            });
            if self.open.is_empty() {
                return;
            }
        }
    }
}

/// Whether something would be listed in a manifest: no README beside it, and no file that hooks only read.
fn is_thing(own: &Source, kind: Kind, name: &str) -> bool {
    const BESIDE: [&str; 6] = ["readme", "license", "licence", "notice", "changelog", "contributing"];
    let lower = name.to_lowercase();
    let is_test =
        lower.starts_with("test_") || [".test.", "_test.", ".spec."].iter().any(|part| lower.contains(part));
    if BESIDE.iter().any(|beside| lower.starts_with(beside)) || is_test || !own.keeps(kind, name) {
        return false;
    }
    let folder = own.root().join(kind.folder()).join(name);
    match kind {
        Kind::Module => own.module(name).is_ok(),
        Kind::Hook => own.hook(name).is_ok_and(|hook| hook.executable || hook.shebang),
        Kind::Skill => folder.join(SKILL_FILE).is_file(),
        Kind::Person => folder.join(PERSON_FILE).is_file(),
    }
}

fn describe(own: &Source, kind: Kind, name: &str) -> Diagnostic {
    let (word, shown) = (kind.word(), visible(name));
    let path = own.root().join(kind.folder()).join(name);
    let (path, inner) = match kind {
        Kind::Module | Kind::Hook => (path, ""),
        Kind::Skill => (path.join(SKILL_FILE), "/SKILL.md"),
        Kind::Person => (path.join(PERSON_FILE), "/person.kdl"),
    };
    let file = SourceFile::new(path, format!("{}{inner}", own.shown(kind, name)), String::new());
    Diagnostic::new(&codes::UNREACHED, format!("no launcher uses {word} `{shown}`"))
        .label(&Place::new(&file, 0..0), "nothing leads here")
        .help(format!("write `{}` in a launcher or preset, or remove it", node(kind, name)))
}

/// All of a kind at once: a hub that is new has many, and what each needs is the same.
fn describe_all(kind: Kind, first: &str, names: &[&String]) -> Diagnostic {
    let shown = listed(names.iter().map(|name| visible(name)));
    let message = format!("no launcher uses the {} {shown}", kind.folder());
    let node = node(kind, first);
    Diagnostic::new(&codes::UNREACHED, message)
        .help(format!("write each into a launcher or preset, as in `{node}`, or remove it"))
}

/// What lists one of them.
fn node(kind: Kind, name: &str) -> String {
    let shown = visible(name);
    match kind {
        Kind::Module => format!("modules \"{shown}\""),
        Kind::Hook => format!("hooks {{ EVENT \"{shown}\" }}"),
        Kind::Skill => format!("skills \"{shown}\""),
        Kind::Person => format!("person \"{shown}\" role=\"…\""),
    }
}
