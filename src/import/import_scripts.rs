//! From files and folders to nodes.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::bash::within_limits;
use super::codes;
use super::draft::Draft;
use super::nodes::{Recipe, lift, write};
use super::read_script::read_script;
use super::understand::{Understood, hub_of, understand};
use crate::Environment;
use crate::diagnostic::{Diagnostic, Place, Problems, SourceFile, visible};
use crate::disk::{cause, if_there};
use crate::manifest::name_flaw;

/// What scripts come to.
#[derive(Debug, Default)]
pub struct Imported {
    /// The hub that the scripts belong to; absolute. None when nothing was read.
    pub hub: Option<PathBuf>,
    /// The launchers in order.
    pub launchers: Vec<Launcher>,
    /// The preset with what they share, as a node; empty when there is none.
    pub preset: String,
    /// What was found, sorted by place.
    pub problems: Vec<Diagnostic>,
}

/// A launcher that was a script.
#[derive(Debug)]
pub struct Launcher {
    /// Its name: the script's, without its extension.
    pub name: String,
    /// Its node, with comments; ends in a newline.
    pub node: String,
    /// The script.
    pub script: Arc<SourceFile>,
    /// The variables that it needs and that have no default.
    pub variables: Vec<String>,
}

impl Imported {
    /// The nodes, a blank line between them; ends in a newline unless there is none.
    pub fn text(&self) -> String {
        let nodes = self.launchers.iter().map(|launcher| launcher.node.as_str());
        let nodes: Vec<&str> =
            std::iter::once(self.preset.as_str()).filter(|preset| !preset.is_empty()).chain(nodes).collect();
        nodes.join("\n")
    }
}

/// A script that was followed.
struct Followed {
    path: PathBuf,
    /// Whether it was named itself, not only its folder.
    is_named: bool,
    understood: Understood,
}

/// Reads scripts, and the scripts of folders; `paths` are relative to the current folder. Nothing is executed or written.
/// `preset` is the name of the preset for what all of them share.
pub fn import(paths: &[PathBuf], preset: Option<&str>, environment: &Environment) -> Imported {
    let mut problems = Problems::new();
    let mut followed = Vec::new();
    for (path, is_named) in scripts(paths, environment, &mut problems) {
        let name = shown(&path, environment);
        match read_script(&path, &name) {
            Ok(file) => {
                let understood = follow(&file, environment);
                followed.push(Followed { path, is_named, understood });
            }
            Err(problem) => problems.push(*problem),
        }
    }
    let sourced: HashSet<PathBuf> =
        followed.iter().flat_map(|script| script.understood.sources.iter().cloned()).collect();
    let mut drafts: Vec<Draft> = Vec::new();
    let mut libraries = Vec::new();
    for script in followed {
        let is_library = script.understood.draft.is_none() || sourced.contains(&script.path);
        if is_library && !script.is_named {
            libraries.push(shown(&script.path, environment));
            continue;
        }
        problems.extend(script.understood.problems);
        match script.understood.draft {
            Some(draft) => drafts.extend(accepted(draft, &drafts, &mut problems)),
            None => problems.push(library(&shown(&script.path, environment))),
        }
    }
    // A folder of nothing else is not passed over in silence.
    if drafts.is_empty() {
        problems.extend(libraries.iter().map(|name| library(name)));
    }
    let preset = preset.filter(|name| is_free(name, &drafts, &mut problems));
    assemble(&drafts, preset, problems)
}

/// Whether no launcher has the name that a preset is to have.
fn is_free(name: &str, drafts: &[Draft], problems: &mut Problems) -> bool {
    let Some(draft) = drafts.iter().find(|draft| draft.name == name) else { return true };
    let problem =
        Diagnostic::new(&codes::DOUBLED, format!("there is a launcher `{}` already", visible(name)))
            .label(&Place::new(&draft.file, 0..draft.file.text().find('\n').unwrap_or(0)), "this script")
            .help("choose another name for the preset; launchers and presets share their names");
    problems.push(problem);
    false
}

/// Follows a script on a stack of its own.
fn follow(file: &Arc<SourceFile>, environment: &Environment) -> Understood {
    let (own, home) = (Arc::clone(file), environment.home().map(PathBuf::from));
    let hub = hub_of(file.path().parent().unwrap_or(Path::new("/")));
    within_limits(move || understand(&own, &hub, home.as_deref())).unwrap_or_else(|| {
        let problem = Diagnostic::new(
            &codes::UNREADABLE,
            format!("`{}` takes too long, or too much memory", visible(file.name())),
        )
        .help("name a script that a person wrote");
        Understood { draft: None, problems: vec![problem], sources: Vec::new() }
    })
}

/// A draft, unless its name cannot be one, another one has it, or the other ones belong to another hub.
fn accepted(draft: Draft, before: &[Draft], problems: &mut Problems) -> Option<Draft> {
    let start = |draft: &Draft| Place::new(&draft.file, 0..draft.file.text().find('\n').unwrap_or(0));
    if let Some(flaw) = name_flaw(&draft.name) {
        let message = format!("the name `{}` of a launcher {flaw}", visible(&draft.name));
        let problem = Diagnostic::new(&codes::BAD_NAME, message)
            .label(&start(&draft), "the script is called so")
            .help("rename the script, to lower-case words joined by hyphens: `myapp-mac-claude.sh`");
        problems.push(problem);
        return None;
    }
    if let Some(other) = before.iter().find(|other| other.name == draft.name) {
        let problem = Diagnostic::new(
            &codes::DOUBLED,
            format!("there is a launcher `{}` already", visible(&draft.name)),
        )
        .label(&start(&draft), "the second script of that name")
        .label(&start(other), "the first one")
        .help("rename one of the scripts, or import them one by one");
        problems.push(problem);
        return None;
    }
    if let Some(other) = before.iter().find(|other| other.hub != draft.hub) {
        let problem = Diagnostic::new(
            &codes::OTHER_HUB,
            format!("`{}` belongs to another hub", visible(draft.file.name())),
        )
        .label(&start(&draft), format!("its hub is `{}`", visible(&draft.hub.to_string_lossy())))
        .label(&start(other), format!("the hub here is `{}`", visible(&other.hub.to_string_lossy())))
        .help("import the scripts of one hub at a time");
        problems.push(problem);
        return None;
    }
    Some(draft)
}

fn library(name: &str) -> Diagnostic {
    Diagnostic::new(&codes::LIBRARY, format!("`{}` is no launcher: it starts nothing", visible(name)))
        .help("name the scripts that source it")
}

fn assemble(drafts: &[Draft], preset: Option<&str>, mut problems: Problems) -> Imported {
    let mut recipes: Vec<Recipe> = drafts.iter().map(Recipe::of).collect();
    let mut lifted = None;
    if let Some(name) = preset.filter(|_| !recipes.is_empty()) {
        lifted = lift(name, &mut recipes);
        if lifted.is_none() {
            let problem =
                Diagnostic::new(&codes::NOTHING_SHARED, "the scripts share nothing that a preset could hold")
                    .help("leave `--preset` out");
            problems.push(problem);
        }
    }
    let launchers = drafts.iter().zip(&recipes).map(|(draft, recipe)| Launcher {
        name: draft.name.clone(),
        node: write(recipe, Some(draft)),
        script: Arc::clone(&draft.file),
        variables: draft.variables(),
    });
    Imported {
        hub: drafts.first().map(|draft| draft.hub.clone()),
        launchers: launchers.collect(),
        preset: lifted.map(|preset| write(&preset, None)).unwrap_or_default(),
        problems: problems.into_sorted(),
    }
}

/// The scripts that were named, and those in folders that were; each once.
fn scripts(paths: &[PathBuf], environment: &Environment, problems: &mut Problems) -> Vec<(PathBuf, bool)> {
    let mut found: Vec<(PathBuf, bool)> = Vec::new();
    let mut add = |path: PathBuf, is_named: bool| {
        if !found.iter().any(|(known, _)| *known == path) {
            found.push((path, is_named));
        }
    };
    for path in paths {
        let path = crate::manifest::absolute(environment.current_dir(), path);
        if !path.is_dir() {
            add(path, true);
            continue;
        }
        let own = scripts_in(&path);
        let below =
            if own.as_ref().is_ok_and(Vec::is_empty) { scripts_in(&path.join("launchers")) } else { own };
        let name = shown(&path, environment);
        match if_there(below) {
            Ok(Some(scripts)) if !scripts.is_empty() => {
                for script in scripts {
                    add(script, false);
                }
            }
            Ok(_) => {
                let message = format!("there is no script in `{}`", visible(&name));
                problems.push(
                    Diagnostic::new(&codes::UNREADABLE, message)
                        .help("name a folder with scripts that end in `.sh`, or the scripts themselves"),
                );
            }
            Err(error) => {
                let message = format!("`{}` cannot be read: {}", visible(&name), visible(&cause(&error)));
                problems.push(
                    Diagnostic::new(&codes::UNREADABLE, message)
                        .help("make it readable, or name the scripts themselves"),
                );
            }
        }
    }
    found
}

/// The scripts of a folder by their extension, sorted. What is no file, or hidden, is passed over.
fn scripts_in(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut scripts = Vec::new();
    for entry in fs_err::read_dir(folder)? {
        let path = entry?.path();
        let is_script = path
            .extension()
            .is_some_and(|extension| extension == "sh" || extension == "bash" || extension == "zsh");
        let is_hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
        // One that cannot be looked at is said to be unreadable when it is read.
        let is_file = || {
            let found = if_there(fs_err::metadata(&path));
            found.is_err() || found.is_ok_and(|found| found.is_some_and(|metadata| metadata.is_file()))
        };
        if is_script && !is_hidden && is_file() {
            scripts.push(path);
        }
    }
    scripts.sort_unstable();
    Ok(scripts)
}

/// What reports call a script: relative to the current folder where it lies in it.
fn shown(path: &Path, environment: &Environment) -> String {
    path.strip_prefix(environment.current_dir()).unwrap_or(path).to_string_lossy().into_owned()
}
