//! Reads an archive into a folder.

use std::fs::File;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use tar::EntryType;

use super::entry::Entry;
use super::limits::{LONGEST_EXTENSION, Limits};
use super::listing::{Kind, Listing};
use super::pax::records;
use super::source::{Source, Stop};
use super::write::BLOCK;
use crate::bundle::codes;
use crate::bundle::place::PlaceError;
use crate::diagnostic::{Diagnostic, Problems};
use crate::disk::{create_private, folders_above, make_folder};

/// Unpacks an archive into an empty folder that nobody else can reach. What is wrong with the
/// archive is reported all at once, as far as it can be read.
pub(super) fn unpack(archive: &File, folder: &Path) -> Result<(), PlaceError> {
    unpack_within(Limits::BUNDLE, archive, folder)
}

pub(super) fn unpack_within(limits: Limits, archive: &File, folder: &Path) -> Result<(), PlaceError> {
    let mut reader = Reader {
        source: Source::new(archive),
        folder,
        left: limits,
        listing: Listing::default(),
        name: None,
        problems: Problems::new(),
    };
    let end = loop {
        match reader.entry() {
            Ok(true) => {}
            Ok(false) => break reader.source.end(),
            Err(stop) => break Err(stop),
        }
    };
    let mut problems = reader.problems;
    match end {
        Err(Stop::Io(error)) => return Err(error.into()),
        Err(Stop::Broken(why)) => {
            problems.push(Diagnostic::new(&codes::ARCHIVE, format!("the archive {why}")));
        }
        Err(Stop::TooMuch(what)) => {
            let message = format!("the archive has more {what} than a bundle can have");
            problems.push(Diagnostic::new(&codes::TOO_LARGE, message));
        }
        Ok(()) => {}
    }
    if problems.is_empty() { Ok(()) } else { Err(PlaceError::Refused(with_remedy(problems))) }
}

/// Nobody mends an archive by hand.
fn with_remedy(problems: Problems) -> Problems {
    let mut told = Problems::new();
    told.extend(problems.into_iter().map(|mut problem| {
        problem.help.get_or_insert_with(|| "make it again with `assembly bundle export`".to_owned());
        problem
    }));
    told
}

struct Reader<'a> {
    source: Source<'a>,
    folder: &'a Path,
    left: Limits,
    listing: Listing,
    /// The path of the next entry, when a header of its own states it.
    name: Option<Vec<u8>>,
    problems: Problems,
}

impl Reader<'_> {
    /// Reads the next entry; `false` at the mark that ends the tar.
    fn entry(&mut self) -> Result<bool, Stop> {
        let Some(entry) = self.header()? else { return Ok(false) };
        self.left.entries = self.left.entries.checked_sub(1).ok_or(Stop::TooMuch("entries"))?;
        self.left.bytes = self.left.bytes.checked_sub(entry.bytes).ok_or(Stop::TooMuch("bytes"))?;
        match entry.kind() {
            EntryType::XHeader | EntryType::GNULongName => self.extension(&entry)?,
            _ => self.content(&entry)?,
        }
        let padding = entry.bytes.next_multiple_of(BLOCK as u64) - entry.bytes;
        self.source.copy(padding, &mut io::sink())?;
        Ok(true)
    }

    fn header(&mut self) -> Result<Option<Entry>, Stop> {
        let mut block = [0; BLOCK];
        let mut next = || match self.source.block(&mut block) {
            Ok(true) => Entry::read(&block),
            Ok(false) => Err(Stop::Broken("is cut short: its tar has no end mark".to_owned())),
            Err(stop) => Err(stop),
        };
        if let Some(entry) = next()? {
            return Ok(Some(entry));
        }
        match next()? {
            None if self.name.is_some() => Err(Stop::Broken("states a name for no entry".to_owned())),
            None => Ok(None),
            Some(_) => Err(Stop::Broken("has entries behind the end mark of its tar".to_owned())),
        }
    }

    /// Reads a header that says more about the next entry than fits into that one's own.
    fn extension(&mut self, entry: &Entry) -> Result<(), Stop> {
        if entry.bytes > LONGEST_EXTENSION {
            return Err(Stop::Broken("has a header that is longer than any name".to_owned()));
        }
        let mut bytes = Vec::new();
        self.source.copy(entry.bytes, &mut bytes)?;
        let two = || Stop::Broken("states the name of an entry twice".to_owned());
        if entry.kind() == EntryType::GNULongName {
            if bytes.last() == Some(&0) {
                bytes.pop();
            }
            return self.name.replace(bytes).map_or(Ok(()), |_| Err(two()));
        }
        let records = records(&bytes).ok_or_else(|| Stop::Broken("has a damaged pax header".to_owned()))?;
        for (key, value) in records {
            match key {
                "path" if self.name.replace(value.to_owned()).is_some() => return Err(two()),
                // Who made it, and when, is nothing that a bundle has.
                "path" | "atime" | "ctime" | "mtime" | "uid" | "gid" | "uname" | "gname" | "comment" => {}
                _ if key.starts_with("SCHILY.") || key.starts_with("LIBARCHIVE.") => {}
                _ => {
                    let key = crate::diagnostic::visible(key);
                    return Err(Stop::Broken(format!(
                        "has a pax header with `{key}`, which no bundle needs"
                    )));
                }
            }
        }
        Ok(())
    }

    /// Reads an entry, and writes it if nothing is wrong with it.
    fn content(&mut self, entry: &Entry) -> Result<(), Stop> {
        let path = self.name.take().unwrap_or_else(|| entry.path());
        let meaning = entry.meaning(&path).and_then(|meaning| {
            if let Some((path, kind)) = &meaning {
                self.listing.add(path, *kind)?;
            }
            Ok(meaning)
        });
        match meaning {
            // After the first problem only the list counts.
            Ok(Some((path, kind))) if self.problems.is_empty() => self.write(&path, kind, entry.bytes),
            Ok(_) => self.source.copy(entry.bytes, &mut io::sink()),
            Err(problem) => {
                self.problems.push(problem);
                self.source.copy(entry.bytes, &mut io::sink())
            }
        }
    }

    fn write(&mut self, path: &str, kind: Kind, bytes: u64) -> Result<(), Stop> {
        for folder in folders_above(path) {
            make_folder(&self.folder.join(folder))?;
        }
        let path = self.folder.join(path);
        let Kind::File { is_executable } = kind else {
            make_folder(&path)?;
            return Ok(());
        };
        let mut file = create_private(&path)?;
        self.source.copy(bytes, &mut file)?;
        let mode = if is_executable { 0o755 } else { 0o644 };
        Ok(file.set_permissions(PermissionsExt::from_mode(mode))?)
    }
}
