//! A page as its author wrote it.

use std::path::PathBuf;

use crate::repository;

/// One file of `explain/`.
pub(crate) struct Page {
    /// `assembly::manifest::unknown-node`, from where the file lies.
    pub(crate) code: String,
    pub(crate) text: String,
}

/// How far an example can be run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tested {
    /// By everybody.
    Always,
    /// Where the test runs as root.
    AsRoot,
    /// By everybody but root, whom no mode keeps from reading.
    NotAsRoot,
    /// By nobody: only a race or a broken disk shows it.
    Never,
}

/// A fenced block.
#[derive(Debug)]
pub(crate) struct Block<'a> {
    /// `kdl launchers.kdl`, `console`.
    pub(crate) info: &'a str,
    pub(crate) text: &'a str,
}

impl Block<'_> {
    /// The file that it is, relative to the hub unless it begins with `~/`.
    pub(crate) fn path(&self) -> Option<&str> {
        self.info.split_once(' ').map(|(_, path)| path)
    }

    /// The commands of a console. A line that ends in a backslash goes on in the next.
    pub(crate) fn commands(&self) -> impl Iterator<Item = &str> {
        let console = if self.info == "console" { self.text.strip_prefix("$ ") } else { None };
        console.into_iter().flat_map(|text| text.split("\n$ "))
    }
}

impl Page {
    /// Every page, in the order of the paths.
    pub(crate) fn all() -> Vec<Self> {
        let mut pages = Vec::new();
        let folder = repository().join("explain");
        for subject in std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
            for path in std::fs::read_dir(&subject).unwrap().map(|entry| entry.unwrap().path()) {
                let name = |path: &PathBuf| path.file_stem().unwrap().to_str().unwrap().to_owned();
                let code = format!("assembly::{}::{}", name(&subject), name(&path));
                pages.push(Self { code, text: std::fs::read_to_string(&path).unwrap() });
            }
        }
        pages.sort_by(|one, other| one.code.cmp(&other.code));
        assert!(!pages.is_empty());
        pages
    }

    /// What stands above the first section: the title and what the code means.
    pub(crate) fn prose(&self) -> &str {
        self.text.split("\n## ").next().unwrap()
    }

    /// The titles of the sections.
    pub(crate) fn titles(&self) -> Vec<&str> {
        self.text.split("\n## ").skip(1).map(|section| section.lines().next().unwrap()).collect()
    }

    /// The section that fails, and the one that is mended.
    pub(crate) fn sections(&self) -> [&str; 2] {
        let sections: Vec<&str> = self.text.split("\n## ").skip(1).collect();
        sections.try_into().unwrap_or_else(|_| panic!("{}: two sections are wanted", self.code))
    }

    pub(crate) fn tested(&self) -> Tested {
        match self.titles().as_slice() {
            ["Fails", "Mended"] => Tested::Always,
            ["Fails, as root", "Mended"] => Tested::AsRoot,
            ["Fails, not as root", "Mended"] => Tested::NotAsRoot,
            ["Fails, which no test shows", "Mended"] => Tested::Never,
            other => panic!("{}: the sections are {other:?}", self.code),
        }
    }
}

/// The fenced blocks of a section.
pub(crate) fn blocks(section: &str) -> Vec<Block<'_>> {
    let pieces: Vec<&str> = section.split("\n```").collect();
    assert!(pieces.len() % 2 == 1, "a fence is open in {section}");
    let fenced = pieces.into_iter().skip(1).step_by(2);
    // An empty file is a fence right behind the other.
    fenced
        .map(|block| block.split_once('\n').unwrap_or((block, "")))
        .map(|(info, text)| Block { info, text })
        .collect()
}
