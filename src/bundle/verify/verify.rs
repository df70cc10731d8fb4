//! The whole check of a bundle.

use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;

use rustix::fs::FileType;

use super::open::{self, Opened};
use super::read::Reader;
use super::walk::{Walked, walk};
use super::{contents, document, listing, selection, shape};
use crate::bundle::format::{LARGEST_DOCUMENT, MANIFEST, MANIFEST_FORMAT, TRACE, TRACE_FORMAT};
use crate::bundle::instructions::check_identity;
use crate::bundle::{FileEntry, Finding, Manifest, Trace, TreeDigest, codes};

/// A bundle in which everything is as its manifest says.
#[derive(Clone, Debug)]
pub struct Verified {
    /// What was composed.
    pub manifest: Manifest,
    /// Why.
    pub trace: Trace,
}

impl Verified {
    /// The tree digest.
    pub fn digest(&self) -> TreeDigest {
        self.manifest.digest
    }

    /// The number of files, the manifest among them.
    pub fn files(&self) -> usize {
        self.manifest.files.len() + 1
    }

    /// The same bundle, if it is the one with this tree digest.
    ///
    /// # Errors
    ///
    /// The one finding that it is another.
    pub fn expect_digest(self, expected: TreeDigest) -> Result<Self, Vec<Finding>> {
        if self.digest() == expected {
            return Ok(self);
        }
        let message = format!("the tree digest is `{}`, not `{expected}`", self.digest());
        let help = "it is sound, and another one: `assembly bundle diff` tells what differs";
        Err(vec![Finding::new(&codes::UNEXPECTED_DIGEST, "", message).help(help)])
    }

    /// The bytes of all files but the manifest.
    pub fn bytes(&self) -> u64 {
        self.manifest.files.iter().map(|file| file.size).sum()
    }
}

/// What mends a damaged bundle: no part of one is mended by hand.
const REMEDY: &str = "build the bundle again, or bring it again from where it came";

/// Recomputes everything that a bundle says about itself.
///
/// Each file is read at most once. Nothing is opened but folders and regular files that the manifest lists, and no link
/// in the bundle is followed.
///
/// # Errors
///
/// Everything that is wrong, sorted by path. What follows from a finding is not told again: a file with other bytes than
/// listed is not looked into, and a manifest that cannot be understood is all that is reported.
pub fn verify(folder: &Path) -> Result<Verified, Vec<Finding>> {
    let mut findings = Vec::new();
    let verified = look(folder, &mut findings);
    findings.sort_by(|one, other| {
        let key = |finding: &Finding| (finding.path != MANIFEST, finding.path.clone());
        key(one).cmp(&key(other)).then_with(|| one.message.cmp(&other.message))
    });
    for finding in &mut findings {
        finding.help.get_or_insert_with(|| REMEDY.to_owned());
    }
    match verified {
        Some(verified) if findings.is_empty() => Ok(verified),
        _ => Err(findings),
    }
}

/// Nothing when something was reported that leaves no bundle to speak of.
fn look(folder: &Path, findings: &mut Vec<Finding>) -> Option<Verified> {
    let root = match open::root(folder) {
        Ok(root) => root,
        Err(error) => {
            let message = format!("`{}` cannot be read as a bundle: {error}", folder.display());
            let help = "name a folder that `assembly bundle build` or `bundle import` made";
            findings.push(Finding::new(&codes::UNREADABLE, "", message).help(help));
            return None;
        }
    };
    let bytes = match read_manifest(&root, findings) {
        Ok(bytes) => bytes,
        Err(finding) => {
            findings.push(finding);
            return None;
        }
    };
    let manifest: Manifest = document::read(MANIFEST, MANIFEST_FORMAT, &bytes, &shape::MANIFEST, findings)?;
    findings.extend(listing::check(&manifest));
    findings.extend(check_identity(&manifest));
    // What is larger than any bundle is not read to say more about it.
    if findings.iter().any(|finding| finding.code.name == codes::TOO_LARGE.name) {
        return None;
    }
    let mut files: Vec<&FileEntry> = manifest.files.iter().collect();
    files.sort_by(|one, other| one.path.cmp(&other.path));
    files.dedup_by(|one, other| one.path == other.path);
    let keep = |path: &str| path == TRACE || contents::is_needed(&manifest, path);
    let Walked { kept, findings: wrong } = walk(root, &files, &keep);
    findings.extend(wrong);
    contents::check(&manifest, &kept, findings);
    let trace: Trace = document::read(TRACE, TRACE_FORMAT, kept.get(TRACE)?, &shape::TRACE, findings)?;
    findings.extend(selection::check(&manifest, &trace));
    Some(Verified { manifest, trace })
}

fn read_manifest(root: &OwnedFd, findings: &mut Vec<Finding>) -> Result<Vec<u8>, Finding> {
    let unreadable =
        |errno| Finding::new(&codes::UNREADABLE, MANIFEST, format!("`{MANIFEST}` cannot be read: {errno}"));
    let (file, stat) = match open::entry(root.as_fd(), c"manifest.json", FileType::Unknown) {
        Ok(Opened::File(file, stat)) => (file, stat),
        Ok(Opened::Link) => {
            return Err(Finding::new(&codes::LINK, MANIFEST, format!("`{MANIFEST}` is a link")));
        }
        Ok(_) => {
            let message = format!("`{MANIFEST}` is not a regular file");
            return Err(Finding::new(&codes::SPECIAL_FILE, MANIFEST, message));
        }
        Err(rustix::io::Errno::NOENT) => {
            let message = format!("there is no `{MANIFEST}`, so this is no bundle");
            return Err(Finding::new(&codes::MISSING, MANIFEST, message));
        }
        Err(errno) => return Err(unreadable(errno)),
    };
    let size = u64::try_from(stat.st_size).unwrap_or_default();
    if size > LARGEST_DOCUMENT {
        let message = format!("`{MANIFEST}` has more than {} MiB", LARGEST_DOCUMENT >> 20);
        return Err(Finding::new(&codes::TOO_LARGE, MANIFEST, message));
    }
    let mode = stat.st_mode & 0o7777;
    let mut bytes = Vec::new();
    let contents = Reader::new().read(&file, size, Some(&mut bytes)).map_err(unreadable)?;
    if contents.bytes != size {
        let message = format!("`{MANIFEST}` was changed while it was read");
        return Err(Finding::new(&codes::WRONG_SIZE, MANIFEST, message));
    }
    if mode != 0o644 {
        let message = format!("`{MANIFEST}` has mode {mode:04o}, not 0644");
        findings.push(Finding::new(&codes::WRONG_MODE, MANIFEST, message));
    }
    Ok(bytes)
}
