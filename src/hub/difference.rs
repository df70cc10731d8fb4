//! Whether two sources have the same thing by one name.

use std::cmp::Ordering;
use std::sync::Arc;

use super::fold::folded;
use super::{Fault, Kind, SkillFile, Source};
use crate::diagnostic::{Place, SourceFile, visible};
use crate::manifest::HUB;

/// Where two things of one name differ first, in a file of each, with what is said of that place.
#[derive(Clone, Debug)]
pub struct Difference {
    /// In the one source.
    pub one: (Place, String),
    /// In the other.
    pub other: (Place, String),
}

/// Compares what two sources have by the same name, with CRLF read as LF. Nothing when it is the same: the same text, or
/// for a folder the same files with the same executable bits.
///
/// # Errors
///
/// The source whose thing cannot be read, and why.
pub fn difference<'a>(
    kind: Kind,
    name: &str,
    one: &'a Source,
    other: &'a Source,
) -> Result<Option<Difference>, (&'a Source, Fault)> {
    let contents = |source: &'a Source| Contents::of(source, kind, name).map_err(|fault| (source, fault));
    let contents = (contents(one)?, contents(other)?);
    let one = Side { source: one, kind, name, files: contents.0.files() };
    let other = Side { source: other, kind, name, files: contents.1.files() };
    Ok(one.first_difference(&other))
}

/// Everything that a thing consists of.
enum Contents {
    Text(Arc<SourceFile>),
    Program(Arc<Vec<u8>>),
    Folder(Arc<Vec<SkillFile>>),
}

impl Contents {
    fn of(source: &Source, kind: Kind, name: &str) -> Result<Self, Fault> {
        Ok(match kind {
            Kind::Module => Self::Text(source.module(name)?),
            Kind::Hook => Self::Program(source.program(name)?),
            Kind::Skill => Self::Folder(source.skill_files(name)?),
            Kind::Person => Self::Folder(source.package(name)?),
        })
    }

    fn files(&self) -> Vec<File<'_>> {
        let single = |bytes| vec![File { inner: "", bytes, executable: false }];
        match self {
            Self::Text(text) => single(text.text().as_bytes()),
            Self::Program(bytes) => single(bytes.as_slice()),
            Self::Folder(files) => files
                .iter()
                .map(|file| File { inner: &file.path, bytes: &file.bytes, executable: file.executable })
                .collect(),
        }
    }
}

/// One file of a thing; of a module or hook the only one, with no path in it.
#[derive(Clone, Copy)]
struct File<'a> {
    inner: &'a str,
    bytes: &'a [u8],
    executable: bool,
}

/// What one of the two sources has.
struct Side<'a> {
    source: &'a Source,
    kind: Kind,
    name: &'a str,
    /// Sorted by path.
    files: Vec<File<'a>>,
}

impl Side<'_> {
    fn first_difference(&self, other: &Self) -> Option<Difference> {
        let mut at = 0;
        loop {
            let order = match (self.files.get(at), other.files.get(at)) {
                (None, None) => return None,
                (Some(one), Some(two)) => match one.inner.cmp(two.inner) {
                    Ordering::Equal if !same(one, two) => return Some(self.in_file(one, other, two)),
                    order => order,
                },
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
            };
            match order {
                Ordering::Equal => at += 1,
                Ordering::Less => {
                    let (one, other) = self.lacks(other, at);
                    return Some(Difference { one, other });
                }
                Ordering::Greater => {
                    let (other, one) = other.lacks(self, at);
                    return Some(Difference { one, other });
                }
            }
        }
    }

    /// The file with the number `at` is here and not there.
    fn lacks(&self, other: &Self, at: usize) -> ((Place, String), (Place, String)) {
        let inner = self.files.get(at).map_or("", |file| file.inner);
        let here = (self.place(self.files.get(at), 0), format!("only {} has this file", self.who()));
        let there =
            (other.place(other.files.first(), 0), format!("{} has no `{}`", other.who(), visible(inner)));
        (here, there)
    }

    fn in_file(&self, file: &File<'_>, other: &Self, theirs: &File<'_>) -> Difference {
        let (at, their_at) = first_lines(file.bytes, theirs.bytes);
        let says = |side: &Self, executable: bool| {
            if file.executable == theirs.executable {
                format!("{} has this", side.who())
            } else if executable {
                format!("{} has an executable file", side.who())
            } else {
                format!("{} has a file that is not executable", side.who())
            }
        };
        Difference {
            one: (self.place(Some(file), at), says(self, file.executable)),
            other: (other.place(Some(theirs), their_at), says(other, theirs.executable)),
        }
    }

    fn who(&self) -> String {
        if self.source.is_hub() {
            format!("the {HUB}")
        } else {
            format!("source `{}`", visible(self.source.id()))
        }
    }

    /// The line that begins at an offset of a file.
    fn place(&self, file: Option<&File<'_>>, start: usize) -> Place {
        let (inner, bytes) = file.map_or(("", &[][..]), |file| (file.inner, file.bytes));
        let mut path = self.source.root().join(self.kind.folder()).join(self.name);
        let mut shown = self.source.shown(self.kind, self.name);
        if !inner.is_empty() {
            path.push(inner);
            shown = format!("{shown}/{inner}");
        }
        let rest = bytes.get(start..).unwrap_or_default();
        let length = rest.iter().position(|byte| matches!(byte, b'\r' | b'\n')).unwrap_or(rest.len());
        Place::new(&SourceFile::broken(path, shown, bytes), start..start + length)
    }
}

fn same(one: &File<'_>, other: &File<'_>) -> bool {
    one.executable == other.executable
        && (one.bytes == other.bytes || folded(one.bytes) == folded(other.bytes))
}

/// Where the first lines begin that are not the same in both; the beginnings if there are none.
fn first_lines(one: &[u8], other: &[u8]) -> (usize, usize) {
    let lines = |bytes| <[u8]>::split_inclusive(bytes, |byte| *byte == b'\n');
    let (mut ones, mut others) = (lines(one), lines(other));
    let (mut at, mut other_at) = (0, 0);
    loop {
        match (ones.next(), others.next()) {
            (Some(line), Some(other_line)) if folded(line) == folded(other_line) => {
                at += line.len();
                other_at += other_line.len();
            }
            (None, None) => return (0, 0),
            _ => return (at, other_at),
        }
    }
}
