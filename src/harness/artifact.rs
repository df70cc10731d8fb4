//! What a harness wants in a target: files, links and ignore lines, each with the place that asks for it.

use std::fmt;
use std::sync::Arc;

use crate::diagnostic::{Place, SourceFile};

/// Everything that one launcher wants in its target, for one harness.
#[derive(Clone, Debug)]
pub struct Projection {
    /// The launcher.
    pub launcher: String,
    /// The layout's name; a target holds one projection per layout.
    pub harness: &'static str,
    /// Files and links in the order of the pipeline.
    pub artifacts: Vec<Artifact>,
    /// Lines that the target's `.gitignore` should come to hold, in order; none: ignore files are left alone.
    pub ignores: Vec<Ignore>,
    /// Whether the repository's `info/exclude` should hold them instead.
    pub excludes: bool,
}

/// Names things in a settings file with these bytes, each as a phrase.
pub type Naming = fn(&[u8]) -> Vec<String>;

/// What has to be known of a file with settings, which others write to as well.
#[derive(Clone, Copy, Debug)]
pub struct SettingsFile {
    /// Whether what others wrote stays in it. Else the file is replaced, and set aside.
    pub merges: bool,
    /// What the agent would be free to do without them.
    pub restrictions: Naming,
    /// All else that somebody would miss.
    pub contents: Naming,
}

/// One generated file or link.
#[derive(Clone, Debug)]
pub struct Artifact {
    /// Relative to the target, slash-separated.
    pub path: String,
    /// What is to stand there.
    pub content: Content,
    /// The node of `launchers.kdl` that asks for it.
    pub place: Place,
    /// The files whose text it is made of, and where they are listed; none of them may be the artifact itself.
    pub sources: Vec<(Arc<SourceFile>, Place)>,
    /// Of a settings file, what that means for what others wrote in it.
    pub settings: Option<SettingsFile>,
    /// Of a settings file, its declared keys, like `permissions.defaultMode`, and where each is declared.
    pub keys: Vec<(String, Place)>,
    /// Why it has something that no node asked for, as a sentence for the plan.
    pub remark: Option<String>,
}

/// What an artifact consists of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// A regular file.
    File(Vec<u8>),
    /// A symbolic link with this absolute destination, into the `skills/` of a source.
    Link {
        /// Where it points.
        destination: String,
        /// The folders `skills/` of all sources, absolute: a link into any of them counts as ours.
        skills_roots: Arc<[String]>,
    },
    /// A folder with copies.
    Tree {
        /// What is in it, sorted by path.
        files: Vec<TreeFile>,
        /// The folder that they were read from, absolute.
        source: String,
        /// The folders `skills/` of all sources, absolute: a link into any of them counts as ours.
        skills_roots: Arc<[String]>,
    },
}

/// One file of a folder that is copied.
#[derive(Clone, PartialEq, Eq)]
pub struct TreeFile {
    /// Relative to the folder, slash-separated; no `.`, `..` or empty name.
    pub path: String,
    /// What is in it.
    pub bytes: Vec<u8>,
    /// Whether it has mode 0755; else 0644.
    pub executable: bool,
}

impl fmt::Debug for TreeFile {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, bytes, executable } = self;
        write!(formatter, "{path:?} ({} bytes, executable: {executable})", bytes.len())
    }
}

/// An ignore line and what it has to cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ignore {
    /// One file.
    Path {
        /// The line, `CLAUDE.local.md`.
        line: String,
        /// The path in the target that must be ignored.
        path: String,
    },
    /// A folder of which every entry is ours, else one line per entry.
    Folder {
        /// The line for the whole folder, `.claude/skills/`.
        line: String,
        /// The folder, `.claude/skills`.
        path: String,
        /// The names in it that are ours.
        entries: Vec<String>,
    },
}
