//! Text that stands in two modules: one concept lives in one file.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use super::blocks::{Block, blocks};
use super::codes;
use super::model::Composition;
use crate::diagnostic::{Diagnostic, Place, Problems, SourceFile, visible};
use crate::hub::{Hub, Kind};

/// Where a block stands: the number of the file, and the place. Once a file, in the order of the files.
type Places = Vec<(usize, Place)>;

/// Reports the modules of the hub, and those that launchers select from sources, that say the same. What the same
/// modules have in common is one problem.
pub fn check_repeated(hub: &Hub, compositions: &[Composition], problems: &mut Problems) {
    let files = files(hub, compositions);
    let mut known: HashMap<String, usize> = HashMap::new();
    let mut all: Vec<Places> = Vec::new();
    for (number, file) in files.iter().enumerate() {
        for Block { span, said } in blocks(file.text()) {
            let places = *known.entry(said).or_insert(all.len());
            if places == all.len() {
                all.push(Places::new());
            }
            // A text that one module says twice is its own concern.
            if all[places].last().is_none_or(|(last, _)| *last != number) {
                all[places].push((number, Place::new(file, span)));
            }
        }
    }
    let mut shared: BTreeMap<Vec<usize>, Vec<Places>> = BTreeMap::new();
    for places in all.into_iter().filter(|places| places.len() > 1) {
        shared.entry(places.iter().map(|(number, _)| *number).collect()).or_default().push(places);
    }
    problems.extend(shared.values().filter_map(|blocks| describe(blocks)));
}

/// The modules of the hub, then the others, each once.
fn files(hub: &Hub, compositions: &[Composition]) -> Vec<Arc<SourceFile>> {
    let own = hub.own();
    let names = own.shelf(Kind::Module).names().iter();
    let modules = names.filter(|name| !name.to_lowercase().starts_with("readme"));
    let mut files: Vec<Arc<SourceFile>> = modules.filter_map(|name| own.module(name).ok()).collect();
    let mut known: HashSet<*const SourceFile> = files.iter().map(Arc::as_ptr).collect();
    let modules = compositions.iter().flat_map(|composition| composition.modules.iter().flatten());
    for module in modules.filter(|module| module.source != own.id()) {
        if known.insert(Arc::as_ptr(&module.file)) {
            files.push(Arc::clone(&module.file));
        }
    }
    files
}

/// What the same modules have in common; the longest block is shown.
fn describe(blocks: &[Places]) -> Option<Diagnostic> {
    /// So many of the places are shown.
    const SHOWN: usize = 4;
    let longest = blocks.iter().max_by_key(|places| places.first().map(|(_, place)| place.span.len()))?;
    let (first, others) = longest.split_first().map(|((_, first), others)| (first, others))?;
    let again = &others.first()?.1;
    let (name, other) = (visible(first.file.name()), visible(again.file.name()));
    let last = |place: &Place| visible(place.file.name().rsplit('/').next().unwrap_or_default()).into_owned();
    let is_whole = first.file.text().trim() == again.file.text().trim();
    let paragraphs = match blocks.len() {
        1 => "a paragraph".to_owned(),
        count => format!("{count} paragraphs"),
    };
    let message = match others.len() {
        1 if is_whole => format!("`{other}` and `{name}` are the same text"),
        1 => format!("`{other}` repeats {paragraphs} of `{name}`"),
        count => format!("{count} modules repeat {paragraphs} of `{name}`"),
    };
    let help = if is_whole {
        format!("keep one of them, and list `\"{}\"` where the other was listed", last(first))
    } else {
        format!(
            "keep it in one module, and list both where it is wanted: `modules \"{}\" \"{}\"`",
            last(first),
            last(again)
        )
    };
    let diagnostic = Diagnostic::new(&codes::MODULE_REPEATED, message).help(help);
    let diagnostic = others
        .iter()
        .take(SHOWN)
        .fold(diagnostic, |diagnostic, (_, place)| diagnostic.label(place, "the same text"));
    Some(diagnostic.label(first, "stands here"))
}
