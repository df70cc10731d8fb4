//! The one function of this room: what is ours in a file becomes what is declared.

use std::ops::Range;

use super::document::Document;
use super::merger::Merger;
use super::{Fault, Share, Under};

/// What came of it.
#[derive(Clone, Debug)]
pub struct Merged {
    /// The file; nothing when only ours was in it and all of that goes.
    pub text: Option<String>,
    /// What is ours in it.
    pub share: Share,
    /// Values of others that ours took the place of.
    pub conflicts: Vec<Conflict>,
    /// The keys of entries that are declared and were ours, and that somebody changed or took out.
    pub missing: Vec<String>,
    /// The keys of entries that are no longer declared and were ours, and that stay because somebody changed them.
    pub kept: Vec<String>,
    /// Where a key of ours stands that an object has twice, in the file as it was.
    pub repeated: Vec<(String, usize)>,
}

/// A value that is neither what we wrote nor what is declared, under one key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// Like `permissions.defaultMode`.
    pub key: String,
    /// The text of what stood there.
    pub here: String,
    /// The text of what is declared, and stands there now.
    pub declared: String,
    /// Where it stood, in bytes.
    pub span: Range<usize>,
}

/// Makes what is ours in a file, `before`, into what is declared, `now`. What others wrote stays, byte for byte, but for a
/// value in the place of a declared one: then the declared one counts, and [`Merged::conflicts`] has both.
///
/// Without a file, all of it is ours.
///
/// # Errors
///
/// The file is no JSON, or no object.
pub fn merge(file: Option<&str>, before: &Share, now: &Document) -> Result<Merged, Fault> {
    let Some(text) = file else {
        let text = (!now.is_empty()).then(|| now.text().to_owned());
        let share = if now.is_empty() { Share::none() } else { Share::whole(now) };
        return Ok(Merged {
            text,
            share,
            conflicts: Vec::new(),
            missing: Vec::new(),
            kept: Vec::new(),
            repeated: Vec::new(),
        });
    };
    let file = Document::parse(text)?;
    let mut merger = Merger::new(&file, before, now);
    let found = merger.container(&file.root, Some(&before.ours.root), Some(&now.root));
    let mut under = None;
    if now.is_empty() && found.is_empty {
        under = before.at(&[]).cloned();
    } else if found.ours.is_some() {
        let is_new =
            file.is_empty().then(|| Under { at: Vec::new(), text: Some(file.raw(&file.root).to_owned()) });
        merger.under.extend(before.at(&[]).cloned().or(is_new));
    }
    let Merger { mut edits, under: unders, conflicts, missing, kept, repeated, .. } = merger;
    let text = match under {
        Some(Under { text: None, .. }) => None,
        under => {
            if let Some(text) = under.and_then(|under| under.text) {
                edits.back_to(0);
                edits.replace(file.root.span.clone(), text);
            }
            Some(edits.apply(file.text()))
        }
    };
    let share = match &found.ours {
        Some(ours) => Share::new(Document::parse(ours.as_str())?, unders),
        None => Share::none(),
    };
    Ok(Merged { text, share, conflicts, missing, kept, repeated })
}
