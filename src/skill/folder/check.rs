//! Reads a skill's folder and reports everything that is wrong with it.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::open;
use super::report::{Report, first_line};
use super::walk::{self, Bad, Found, Reason};
use crate::diagnostic::{Diagnostic, Place, Problems, Severity, SourceFile, visible};
use crate::skill::{
    LARGEST_FILE, SKILL_FILE, SkillAsset, SkillFile, SkillSpec, SkillSpecBuilder, codes, read,
};

/// A skill on disk without an error. Of its assets only the sizes are known yet.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckedSkill {
    /// The name of its folder.
    pub name: String,
    /// Its `SKILL.md` as it stands on disk.
    pub source: Arc<SourceFile>,
    /// What that says.
    pub file: SkillFile,
    /// The other files, sorted by path.
    pub assets: Vec<AssetFile>,
}

/// A file of a skill that was not read yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssetFile {
    /// Beneath the skill's folder, with `/` between its parts.
    pub relative_path: String,
    /// Where it really lies: inside the skill, without links.
    pub path: PathBuf,
    /// Its size in bytes, at most 8 MiB.
    pub bytes: u64,
    /// Whether it has an executable bit.
    pub executable: bool,
}

impl CheckedSkill {
    /// Reads the assets. What is still missing from the skill then is its owner.
    ///
    /// # Errors
    ///
    /// A file that cannot be read any more, or has changed its kind or grown over the limit since it was checked.
    pub fn load(&self) -> io::Result<SkillSpecBuilder> {
        let mut assets = Vec::with_capacity(self.assets.len());
        for asset in &self.assets {
            let bytes = open::read(&asset.path, LARGEST_FILE).map_err(|error| {
                io::Error::new(error.kind(), format!("`{}`: {error}", asset.relative_path))
            })?;
            assets.push(SkillAsset::new(&asset.relative_path, bytes).executable(asset.executable));
        }
        Ok(SkillSpec::builder(&self.name)
            .frontmatter(self.file.frontmatter.clone())
            .body(&self.file.body)
            .assets(assets)
            .several_lines())
    }
}

/// Reads the skill in the folder `path`, and reports everything that is wrong with it, in its `SKILL.md` or, for its
/// other files, at that file's first line. `shown` is how reports call the folder, like `skills/review`.
///
/// Returns nothing when there was an error among it. Nothing but regular files and folders inside the skill is opened,
/// and of those only `SKILL.md` is read.
pub fn check_folder(path: &Path, shown: &str, problems: &mut Problems) -> Option<CheckedSkill> {
    let mut found = Problems::new();
    let skill = Folder::open(path, shown, &mut found).and_then(|folder| folder.check(&mut found));
    let broken = found.iter().any(|diagnostic| diagnostic.severity() == Severity::Error);
    problems.extend(found);
    skill.filter(|_| !broken)
}

struct Folder<'a> {
    name: String,
    /// As it was given, for reports.
    path: &'a Path,
    /// Without links.
    root: PathBuf,
    shown: &'a str,
}

impl<'a> Folder<'a> {
    fn open(path: &'a Path, shown: &'a str, problems: &mut Problems) -> Option<Self> {
        let root = path.canonicalize().and_then(|root| {
            if root.is_dir() { Ok(root) } else { Err(io::Error::from(io::ErrorKind::NotADirectory)) }
        });
        match root {
            // A link gives the skill its own name; `.` and `..` have none.
            Ok(root) => {
                let name = path.file_name().or_else(|| root.file_name()).unwrap_or_default();
                Some(Self { name: name.to_string_lossy().into_owned(), path, root, shown })
            }
            Err(error) => {
                let file = SourceFile::new(path.join(SKILL_FILE), format!("{shown}/{SKILL_FILE}"), "");
                let message = format!("skill `{}` is no folder that can be read", visible(shown));
                problems.push(
                    Diagnostic::new(&codes::UNREADABLE, message)
                        .label(&Place::new(&file, 0..0), error.to_string())
                        .help(format!("make it a folder that holds a `{SKILL_FILE}`")),
                );
                None
            }
        }
    }

    fn check(&self, problems: &mut Problems) -> Option<CheckedSkill> {
        let listing = walk::walk(&self.root);
        let (own, others): (Vec<Found>, Vec<Found>) =
            listing.files.into_iter().partition(|file| file.relative_path == SKILL_FILE);
        let (own_bad, bad): (Vec<Bad>, Vec<Bad>) =
            listing.bad.into_iter().partition(|bad| bad.relative_path == SKILL_FILE);
        // Of a folder that cannot be listed nobody knows what it holds.
        let listed = !bad.iter().any(|bad| bad.relative_path.is_empty());
        let source = if listed || !own.is_empty() {
            self.source(own.first(), own_bad.first(), &others, problems)
        } else {
            None
        };
        let file = source.as_ref().and_then(|source| read(source, &self.name, problems));
        let anchor = source.clone().unwrap_or_else(|| self.empty_source());
        let report = Report { place: first_line(&anchor), shown: self.shown };
        for bad in &bad {
            problems.push(report.bad(bad));
        }
        let own_bytes = own.first().map_or(0, |file| file.bytes);
        report.check_files(&others, own_bytes, problems);
        Some(CheckedSkill {
            name: self.name.clone(),
            source: source?,
            file: file?,
            assets: others.into_iter().map(asset).collect(),
        })
    }

    /// The text of `SKILL.md`.
    fn source(
        &self,
        found: Option<&Found>,
        bad: Option<&Bad>,
        others: &[Found],
        problems: &mut Problems,
    ) -> Option<Arc<SourceFile>> {
        let empty = self.empty_source();
        let report = Report { place: first_line(&empty), shown: self.shown };
        let Some(found) = found else {
            problems.push(match bad {
                Some(bad) => report.bad(bad),
                None => report.no_skill_file(others),
            });
            return None;
        };
        if found.bytes > LARGEST_FILE {
            problems.push(report.too_large(&found.relative_path, found.bytes));
            return None;
        }
        let bytes = match open::read(&found.path, LARGEST_FILE) {
            Ok(bytes) => bytes,
            Err(error) => {
                let reason = Reason::Unreadable(error.to_string());
                problems.push(report.bad(&Bad { relative_path: SKILL_FILE.to_owned(), reason }));
                return None;
            }
        };
        match String::from_utf8(bytes) {
            Ok(text) => Some(SourceFile::new(empty.path(), empty.name(), text)),
            Err(error) => {
                let at = error.utf8_error().valid_up_to();
                let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
                let file = SourceFile::new(empty.path(), empty.name(), text);
                problems.push(
                    Diagnostic::new(
                        &codes::NOT_UTF8,
                        format!("skill `{}` is not UTF-8", visible(self.shown)),
                    )
                    .label(&Place::new(&file, at..at + 1), "this byte is not part of a character")
                    .help(format!("save `{}` as UTF-8", visible(empty.name()))),
                );
                None
            }
        }
    }

    fn empty_source(&self) -> Arc<SourceFile> {
        SourceFile::new(self.path.join(SKILL_FILE), format!("{}/{SKILL_FILE}", self.shown), "")
    }
}

fn asset(found: Found) -> AssetFile {
    let Found { relative_path, path, bytes, executable } = found;
    AssetFile { relative_path, path, bytes, executable }
}
