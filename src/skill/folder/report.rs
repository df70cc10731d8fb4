//! Words for what is wrong with the files of a skill.

use std::path::Path;
use std::sync::Arc;

use super::walk::{Bad, Found, Reason};
use crate::diagnostic::{Code, Diagnostic, Place, Problems, SourceFile, visible};
use crate::skill::{LARGEST_FILE, LARGEST_SKILL, MOST_ENTRIES, SKILL_FILE, codes, rules};

pub(super) fn first_line(file: &Arc<SourceFile>) -> Place {
    let length = file.text().lines().next().map_or(0, str::len);
    Place::new(file, 0..length)
}

/// Words for the files of a skill.
pub(super) struct Report<'a> {
    pub(super) place: Place,
    /// How the skill is called.
    pub(super) shown: &'a str,
}

impl Report<'_> {
    fn diagnostic(&self, code: &'static Code, message: String, label: String) -> Diagnostic {
        Diagnostic::new(code, message).label(&self.place, label)
    }

    pub(super) fn check_files(&self, files: &[Found], own_bytes: u64, problems: &mut Problems) {
        let shown = visible(self.shown);
        for file in files {
            let path = visible(&file.relative_path);
            if let Err(reason) = rules::asset_path(&file.relative_path) {
                problems.push(
                    self.diagnostic(
                        &codes::INVALID_ASSET,
                        format!("skill `{shown}` cannot hold `{path}`"),
                        reason,
                    )
                    .help(format!("rename or remove `{shown}/{path}`")),
                );
            }
            if file.bytes > LARGEST_FILE {
                problems.push(self.too_large(&file.relative_path, file.bytes));
            }
        }
        for (first, second) in rules::clash(files.iter().map(|file| file.relative_path.as_str())) {
            let (first, second) = (visible(first), visible(second));
            problems.push(
                self.diagnostic(
                    &codes::CLASHING_ASSETS,
                    format!("`{first}` and `{second}` of skill `{shown}` differ only by the case of letters"),
                    "on macOS and Windows they are one file".to_owned(),
                )
                .help(format!("rename `{shown}/{second}`")),
            );
        }
        let whole = files.iter().map(|file| file.bytes).sum::<u64>().saturating_add(own_bytes);
        if whole > LARGEST_SKILL {
            problems.push(
                self.diagnostic(
                    &codes::TOO_LARGE,
                    format!(
                        "skill `{shown}` has {} MiB, at most {} MiB are allowed",
                        mebibytes(whole),
                        LARGEST_SKILL >> 20
                    ),
                    "with all its files".to_owned(),
                )
                .help("take large files out of the skill, and say in the text where they are"),
            );
        }
    }

    pub(super) fn no_skill_file(&self, others: &[Found]) -> Diagnostic {
        let shown = visible(self.shown);
        let near = others.iter().find(|file| file.relative_path.eq_ignore_ascii_case(SKILL_FILE));
        self.diagnostic(
            &codes::NO_SKILL_FILE,
            format!("`{shown}` holds no `{SKILL_FILE}`"),
            "there is no such file".to_owned(),
        )
        .help(near.map_or_else(
            || format!("create `{shown}/{SKILL_FILE}`"),
            |near| format!("rename `{shown}/{}` to `{shown}/{SKILL_FILE}`", near.relative_path),
        ))
    }

    pub(super) fn too_large(&self, path: &str, bytes: u64) -> Diagnostic {
        let (shown, path) = (visible(self.shown), visible(path));
        self.diagnostic(
            &codes::TOO_LARGE,
            format!(
                "`{path}` of skill `{shown}` has {} MiB, at most {} MiB are allowed",
                mebibytes(bytes),
                LARGEST_FILE >> 20
            ),
            "it was not opened".to_owned(),
        )
        .help(format!("take `{shown}/{path}` out of the skill, and say in the text where it is"))
    }

    pub(super) fn bad(&self, bad: &Bad) -> Diagnostic {
        let path = format!("{}/{}", visible(self.shown), visible(&bad.relative_path));
        let path = path.trim_end_matches('/');
        let leads = |to: &Path| visible(&to.to_string_lossy()).into_owned();
        let (code, message, label) = match &bad.reason {
            Reason::Leaves(to) => (
                &codes::LEAVES_SKILL,
                format!("`{path}` leads out of the skill"),
                format!("a link to `{}`", leads(to)),
            ),
            Reason::Broken(to) => (
                &codes::LEAVES_SKILL,
                format!("`{path}` leads to nothing"),
                format!("a link to `{}`", leads(to)),
            ),
            Reason::Loop => (
                &codes::LEAVES_SKILL,
                format!("`{path}` leads back to itself"),
                "a link in a circle".to_owned(),
            ),
            Reason::Special(kind) => {
                (&codes::SPECIAL_FILE, format!("`{path}` is a {kind}"), "it was not opened".to_owned())
            }
            Reason::NotUtf8 => (
                &codes::INVALID_ASSET,
                format!("the name of `{path}` is not UTF-8"),
                "other systems cannot write this name".to_owned(),
            ),
            Reason::TooMany => (
                &codes::TOO_LARGE,
                format!("skill `{path}` has more than {MOST_ENTRIES} files"),
                "the rest was not looked at".to_owned(),
            ),
            Reason::TooDeep => (
                &codes::TOO_LARGE,
                format!("`{path}` lies too many folders deep"),
                "it was not looked at".to_owned(),
            ),
            Reason::Unreadable(said) => {
                (&codes::UNREADABLE, format!("`{path}` cannot be read"), said.clone())
            }
        };
        let help = match bad.reason {
            Reason::Leaves(_) => format!("put a copy of the file at `{path}`"),
            Reason::Unreadable(_) => format!("make `{path}` readable, or remove it"),
            Reason::NotUtf8 => "rename it".to_owned(),
            Reason::TooMany => "take out what the skill does not need".to_owned(),
            _ => format!("remove `{path}`"),
        };
        self.diagnostic(code, message, label).help(help)
    }
}

/// Rounded up, so that one byte too many shows.
fn mebibytes(bytes: u64) -> u64 {
    bytes.div_ceil(1 << 20)
}
