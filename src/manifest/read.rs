//! From the manifest's file and its includes to one [`Manifest`].

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Place, Problems, SourceFile};
use crate::disk::real;
use crate::environment::Environment;

use super::codes;
use super::document::{Item, read_document};
use super::file::read_file;
use super::include;
use super::language::MANIFEST;
use super::model::{Manifest, Recipe, Source, Variable};
use super::reading::Reading;
use super::recipe::ReadRecipe;
use super::secrets::report_secrets;
use super::source;
use super::syntax;
use super::text::excerpt;
use super::uses;

/// The name of the file that makes a folder a hub.
pub const FILE_NAME: &str = "launchers.kdl";

/// Reads the manifest of `hub` and its includes. Never fails: what cannot be read is a problem, what can be read is in
/// the manifest. When the text of a file is broken and could not be
/// mended, no launcher is trusted, and the manifest has none. What was mended belongs to the launcher or preset it
/// stands in, where a problem of that scope says so; the words that were mended are left out there.
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
    /// Files that were read, by their resolved path.
    pub(super) known: HashSet<PathBuf>,
    /// The files that are being read, each with the `include` that led there.
    pub(super) open: Vec<(PathBuf, Option<Place>)>,
    /// Where in the manifest's vars each name was set last.
    pub(super) vars: HashMap<String, usize>,
    /// The vars that each open file sets, also further down than it was read.
    pub(super) set: Vec<HashMap<String, Place>>,
    /// How many vars may still be worked out for the paths of includes.
    pub(super) resolvable: usize,
    /// For how many missing files another one may still be looked for.
    pub(super) proposals: usize,
    /// Every text could be read to its end, mistakes mended.
    readable: bool,
    /// Every node is there, so that what is missing is missing.
    pub(super) complete: bool,
}

impl<'a> Loader<'a> {
    fn new(hub: &'a Path, environment: &'a Environment, problems: &'a mut Problems) -> Self {
        Self {
            hub,
            environment,
            problems,
            manifest: Manifest { hub: hub.to_owned(), sound: true, ..Manifest::default() },
            declared: Vec::new(),
            known: HashSet::new(),
            open: Vec::new(),
            vars: HashMap::new(),
            set: Vec::new(),
            resolvable: 100_000,
            proposals: 20,
            readable: true,
            complete: true,
        }
    }

    fn load_root(&mut self, file: &Arc<SourceFile>) {
        let resolved = real(file.path());
        self.load(file, resolved, None);
    }

    /// Reads one file, and at their places the files that it includes.
    pub(super) fn load(&mut self, file: &Arc<SourceFile>, resolved: PathBuf, by: Option<Place>) {
        self.known.insert(resolved.clone());
        self.open.push((resolved, by));
        self.manifest.files.push(Arc::clone(file));
        let mut found = Problems::new();
        let parsed = syntax::parse(file, &MANIFEST, &mut found);
        self.readable &= parsed.readable;
        self.manifest.sound &= parsed.sound;
        self.complete &= parsed.sound;
        // What is wrong in the text of one launcher is no concern of the others.
        self.problems.extend(found.into_iter().map(|problem| {
            let recipe = problem.labels.first().and_then(|label| parsed.recipe_at(&label.place));
            match recipe.map(str::to_owned) {
                Some(recipe) => problem.scope(recipe),
                None => problem,
            }
        }));
        let mut reading = Reading::new(file, &parsed, self.problems);
        let items = read_document(parsed.document.nodes(), &mut reading);
        drop(parsed);
        self.set.push(vars_of(&items));
        for item in items {
            match item {
                Item::Vars(variables) => self.add_vars(variables),
                Item::Recipe(recipe) => self.add(*recipe),
                Item::Include(node) => include::load(self, &node),
                Item::Source(source) => self.add_source(source),
            }
        }
        self.open.pop();
        self.set.pop();
    }

    fn add_vars(&mut self, variables: Vec<Variable>) {
        for variable in variables {
            self.vars.insert(variable.name.value.clone(), self.manifest.vars.len());
            self.manifest.vars.push(variable);
        }
    }

    fn add(&mut self, read: ReadRecipe) {
        let name = &read.recipe.name;
        if let Some(first) = self.manifest.recipe(&name.value) {
            self.problems.push(doubled(first, &read.recipe));
            return;
        }
        self.manifest.names.insert(name.value.clone(), self.manifest.recipes.len());
        self.declared.push(uses::Declared { target: read.has_target, cli: read.has_cli });
        self.manifest.recipes.push(read.recipe);
    }

    fn add_source(&mut self, source: Source) {
        match self.manifest.sources.iter().find(|first| first.id.value == source.id.value) {
            Some(first) => self.problems.push(source::doubled_id(first, &source)),
            None => self.manifest.sources.push(source),
        }
    }

    fn finish(mut self) -> Manifest {
        source::locate_all(&mut self);
        let measured = uses::check(&self.manifest, &self.declared, self.complete, self.problems);
        report_secrets(&self.manifest, self.problems);
        if !self.readable || !measured {
            self.manifest.names.clear();
            self.manifest.vars.clear();
            self.manifest.recipes.clear();
        }
        self.manifest
    }
}

/// The vars that a file sets, each where it is set first.
fn vars_of(items: &[Item]) -> HashMap<String, Place> {
    let mut set = HashMap::new();
    for item in items {
        if let Item::Vars(variables) = item {
            for Variable { name, .. } in variables {
                set.entry(name.value.clone()).or_insert_with(|| name.place.clone());
            }
        }
    }
    set
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
