//! One system call of a trace.

use std::path::{Path, PathBuf};

/// A call that looked at or changed something in the world.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    /// The system call.
    pub(crate) name: String,
    /// How many of this name the process has made, with this one.
    pub(crate) nth: usize,
    /// What it is about, relative to the world; the last one is what would be there afterwards.
    pub(crate) paths: Vec<PathBuf>,
    /// Whether it makes a difference to the disk.
    pub(crate) changes: bool,
}

impl Call {
    /// Reads a line of `strace -f -y`; nothing for what is no call, and for calls about other things. `nth` is counted for
    /// all of them.
    pub(crate) fn read(line: &str, nth: impl FnOnce(&str) -> usize, root: &Path) -> Option<Self> {
        let (name, rest) = line.split_once(' ')?.1.trim_start().split_once('(')?;
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()) {
            return None;
        }
        let nth = nth(name);
        let (arguments, _) = rest.rsplit_once(") = ")?;
        let paths = paths(arguments);
        let inside = paths.iter().filter_map(|path| path.strip_prefix(root).ok()).map(PathBuf::from);
        let paths: Vec<PathBuf> = inside.collect();
        let changes = match name {
            "openat" | "open" => {
                ["O_WRONLY", "O_RDWR", "O_CREAT"].iter().any(|flag| arguments.contains(flag))
            }
            "read" | "getdents64" | "statx" | "newfstatat" | "fstat" | "readlink" | "readlinkat"
            | "access" | "faccessat2" => false,
            _ => true,
        };
        (!paths.is_empty()).then(|| Self { name: name.to_owned(), nth, paths, changes })
    }

    /// What it has in common with others: names that are made up at random are left out, and so is what tells one skill,
    /// hook, module or file of a skill from the next.
    pub(crate) fn shape(&self) -> String {
        let shape = |path: &PathBuf| {
            let names: Vec<String> = path.iter().map(|name| plain(&name.to_string_lossy())).collect();
            names.join("/")
        };
        let shapes: Vec<String> = self.paths.iter().map(shape).collect();
        format!("{} {}", self.name, shapes.join(" "))
    }
}

/// A name without what is random in it.
fn plain(name: &str) -> String {
    let is_hash = name.len() >= 64 && name.bytes().take(64).all(|byte| byte.is_ascii_hexdigit());
    match name.rsplit_once('-') {
        _ if is_hash => format!("HASH{}", &name[64..]),
        Some((kind, random)) if kind.starts_with(".assembly") && random.len() >= 6 => kind.to_owned(),
        _ => name.to_owned(),
    }
}

/// The paths among the arguments of a call: names are relative to the descriptor before them.
fn paths(arguments: &str) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = Vec::new();
    let mut folder: Option<PathBuf> = None;
    let mut rest = arguments;
    while let Some(at) = rest.find(['<', '"']) {
        let (close, is_name) = if rest.as_bytes()[at] == b'"' { ('"', true) } else { ('>', false) };
        let Some(length) = rest[at + 1..].find(close) else { break };
        let text = &rest[at + 1..at + 1 + length];
        rest = &rest[at + 2 + length..];
        if is_name {
            let base = folder.take();
            found.push(base.map_or_else(|| PathBuf::from(text), |base| base.join(text)));
        } else {
            found.extend(folder.replace(PathBuf::from(text)));
        }
    }
    found.extend(folder);
    found
}
