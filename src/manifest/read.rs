//! From the manifest's file and its includes to one [`Manifest`].

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Place, Problems, SourceFile};
use crate::environment::Environment;

use super::codes;
use super::document::{Item, read_document};
use super::file::read_file;
use super::include;
use super::model::{Manifest, Recipe};
use super::reading::Reading;
use super::recipe::ReadRecipe;
use super::syntax;
use super::text::excerpt;
use super::uses;

/// The name of the file that makes a folder a hub.
pub const FILE_NAME: &str = "launchers.kdl";

/// Reads the manifest of `hub` and its includes. Never fails: what cannot be read is a problem, what can be read is in
/// the manifest. When the text of a file is broken, no launcher is trusted, and the manifest has none.
pub fn read(hub: &Path, environment: &Environment, problems: &mut Problems) -> Manifest {
    let path = hub.join(FILE_NAME);
    let mut loader = Loader::new(hub, environment, problems);
    match read_file(&path, FILE_NAME) {
        Ok(file) => loader.load_root(&file),
        Err(failure) => loader.problems.push(failure.problem(FILE_NAME, None)),
    }
    loader.finish()
}

/// Reads a manifest from a text that is not on disk yet, as if it stood in `hub`; its includes are read from disk.
pub fn read_text(hub: &Path, text: &str, environment: &Environment, problems: &mut Problems) -> Manifest {
    let mut loader = Loader::new(hub, environment, problems);
    loader.load_root(&SourceFile::new(hub.join(FILE_NAME), FILE_NAME, text));
    loader.finish()
}

/// What is known while files are read.
pub(super) struct Loader<'a> {
    pub(super) hub: &'a Path,
    pub(super) environment: &'a Environment,
    pub(super) problems: &'a mut Problems,
    pub(super) manifest: Manifest,
    /// What each recipe of the manifest declares, right or wrong.
    declared: Vec<uses::Declared>,
    names: HashMap<String, usize>,
    /// Files that were read, by their resolved path.
    pub(super) known: HashSet<PathBuf>,
    /// The files that are being read, each with the `include` that led there.
    pub(super) open: Vec<(PathBuf, Option<Place>)>,
    /// Every text was as the tree says.
    sound: bool,
    /// Every node is there, so that what is missing is missing.
    pub(super) complete: bool,
}

impl<'a> Loader<'a> {
    fn new(hub: &'a Path, environment: &'a Environment, problems: &'a mut Problems) -> Self {
        Self {
            hub,
            environment,
            problems,
            manifest: Manifest { hub: hub.to_owned(), ..Manifest::default() },
            declared: Vec::new(),
            names: HashMap::new(),
            known: HashSet::new(),
            open: Vec::new(),
            sound: true,
            complete: true,
        }
    }

    fn load_root(&mut self, file: &Arc<SourceFile>) {
        let resolved = fs_err::canonicalize(file.path()).unwrap_or_else(|_| file.path().to_owned());
        self.load(file, resolved, None);
    }

    /// Reads one file, and at their places the files that it includes.
    pub(super) fn load(&mut self, file: &Arc<SourceFile>, resolved: PathBuf, by: Option<Place>) {
        self.known.insert(resolved.clone());
        self.open.push((resolved, by));
        self.manifest.files.push(Arc::clone(file));
        let parsed = syntax::parse(file, self.problems);
        self.sound &= parsed.sound;
        self.complete &= parsed.sound;
        let mut reading =
            Reading { file, mended: &parsed.mended, recipe: None, problems: &mut *self.problems };
        let items = read_document(parsed.document.nodes(), &mut reading);
        drop(parsed);
        for item in items {
            match item {
                Item::Vars(variables) => self.manifest.vars.extend(variables),
                Item::Recipe(recipe) => self.add(*recipe),
                Item::Include(node) => include::load(self, &node),
            }
        }
        self.open.pop();
    }

    fn add(&mut self, read: ReadRecipe) {
        let name = &read.recipe.name;
        if let Some(first) = self.names.get(&name.value).and_then(|index| self.manifest.recipes.get(*index)) {
            self.problems.push(doubled(first, &read.recipe));
            return;
        }
        self.names.insert(name.value.clone(), self.manifest.recipes.len());
        self.declared.push(uses::Declared { target: read.has_target, cli: read.has_cli });
        self.manifest.recipes.push(read.recipe);
    }

    fn finish(mut self) -> Manifest {
        uses::check(&self.manifest.recipes, &self.names, &self.declared, self.complete, self.problems);
        if !self.sound {
            self.manifest.vars.clear();
            self.manifest.recipes.clear();
        }
        self.manifest
    }
}

fn doubled(first: &Recipe, again: &Recipe) -> Diagnostic {
    let kinds = if first.kind == again.kind {
        format!("two {}s are", first.kind.word())
    } else {
        "a launcher and a preset are".to_owned()
    };
    let name = &again.name;
    let twice = excerpt(&name.value);
    Diagnostic::new(&codes::DOUBLED_NAME, format!("{kinds} called `{twice}`"))
        .label(&name.place, "again here")
        .label(&first.name.place, "first here")
        .help("rename one of them; launchers and presets share their names")
        .scope(name.value.as_str())
}
