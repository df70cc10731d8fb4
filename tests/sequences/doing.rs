//! What is done.

use proptest::prelude::*;

/// The most things that are done in one sequence.
const MOST: usize = 8;

/// Where the user writes: where launchers write, beside it, and where they never do.
pub(crate) const PATHS: [&str; 13] = [
    "CLAUDE.local.md",
    ".claude/settings.local.json",
    ".claude/skills/review",
    ".claude/skills/notes",
    ".gitignore",
    ".claude/skills/review/SKILL.md",
    ".claude/skills/review/extra.md",
    ".claude/skills/review/deep/file",
    ".git/info/exclude",
    ".claude/skills/mine/SKILL.md",
    ".claude/commands/go.md",
    "src/main.c",
    "AGENTS.md",
];

/// The system calls that a process can be killed at, under the names that they have on one machine or another.
const CALLS: [&str; 8] = [
    "openat",
    "write",
    "?rename,renameat2",
    "?unlink,unlinkat",
    "?mkdir,mkdirat",
    "?symlink,symlinkat",
    "fchmod",
    "fsync",
];

/// How the hub can be changed.
pub(crate) const HUB_EDITS: usize = 9;

/// One thing.
#[derive(Clone, Debug)]
pub(crate) enum Doing {
    /// Runs one of two launchers.
    Run(bool),
    Clean,
    /// A run or a cleaning that is killed at a call.
    Kill {
        of: Box<Doing>,
        call: &'static str,
        nth: usize,
    },
    /// The user puts something in the place of what stands there.
    Write {
        path: usize,
        what: What,
    },
    Delete {
        path: usize,
    },
    Mode {
        path: usize,
    },
    /// A session adds a key to the settings file.
    Grant,
    /// The user changes a value of ours in the settings file.
    Change,
    /// The hub says something else from now on.
    Hub(usize),
}

/// What the user writes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum What {
    File,
    /// One that only its owner reads.
    Private,
    /// What a launcher would write there.
    Ours,
    Link,
    Folder,
    /// More lines at the end of what is there.
    Added,
}

impl Doing {
    /// The words of the command line.
    pub(crate) fn words(&self) -> Vec<&'static str> {
        match self {
            Self::Run(first) => {
                vec!["--hub", "hub", "run", if *first { "one-claude" } else { "two-claude" }, "--no-launch"]
            }
            _ => vec!["--hub", "hub", "clean", "--target", "target"],
        }
    }
}

/// Up to [`MOST`] things.
pub(crate) fn doings() -> impl Strategy<Value = Vec<Doing>> {
    let path = || 0..PATHS.len();
    let what = prop::sample::select(vec![
        What::File,
        What::Private,
        What::Ours,
        What::Link,
        What::Folder,
        What::Added,
    ]);
    let command = || prop_oneof![4 => any::<bool>().prop_map(Doing::Run), 1 => Just(Doing::Clean)];
    let kill = (command(), prop::sample::select(CALLS.to_vec()), 1..40_usize).prop_map(|(of, call, nth)| {
        // Most calls of this kind are made long before anything is written.
        let nth = if call == "openat" { nth + 15 } else { 1 + nth / 4 };
        Doing::Kill { of: Box::new(of), call, nth }
    });
    let doing = prop_oneof![
        5 => command(),
        2 => kill,
        6 => (path(), what).prop_map(|(path, what)| Doing::Write { path, what }),
        2 => path().prop_map(|path| Doing::Delete { path }),
        1 => path().prop_map(|path| Doing::Mode { path }),
        2 => Just(Doing::Grant),
        1 => Just(Doing::Change),
        2 => (0..HUB_EDITS).prop_map(Doing::Hub),
    ];
    prop::collection::vec(doing, 1..=MOST)
}
