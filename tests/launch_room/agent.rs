//! An agent CLI that writes down how it was started.

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use assembly::launch::Session;
use tempfile::TempDir;

/// Everything is written beside the script; the last step gives the record its name.
const SCRIPT: &str = r#"#!/bin/sh
folder=${0%/*}
mkdir "$folder/unfinished"
for word do printf '%s\0' "$word"; done > "$folder/unfinished/words"
if test -r /proc/$$/environ
then cat /proc/$$/environ > "$folder/unfinished/environment"
else env -0 > "$folder/unfinished/environment"
fi
pwd -P > "$folder/unfinished/directory"
mv "$folder/unfinished" "$folder/record"
"#;

/// The agent, in a folder of its own whose name would not survive a shell.
pub(crate) struct Agent {
    root: TempDir,
}

impl Agent {
    pub(crate) fn new() -> Self {
        let agent = Self { root: tempfile::tempdir().unwrap() };
        fs_err::create_dir(agent.folder()).unwrap();
        executable(&agent.program(), SCRIPT);
        agent
    }

    fn folder(&self) -> PathBuf {
        self.root.path().join("it's a $HOME #(touch pwned)")
    }

    pub(crate) fn program(&self) -> PathBuf {
        self.folder().join("agent")
    }

    /// A directory to start in.
    pub(crate) fn target(&self, name: &str) -> PathBuf {
        let target = self.root.path().canonicalize().unwrap().join(name);
        fs_err::create_dir_all(&target).unwrap();
        target
    }

    /// A session with these words, in a target of this name, with the usual variables only.
    pub(crate) fn session(&self, words: &[OsString], target: &str) -> Session {
        Session {
            program: self.program(),
            argv0: "agent".into(),
            arguments: words.to_vec(),
            directory: self.target(target),
            environment: vec![("PATH".into(), "/usr/bin:/bin".into())],
            lock: None,
        }
    }

    /// Waits for what the agent wrote down.
    pub(crate) fn record(&self) -> Started {
        let record = self.folder().join("record");
        wait_until("the agent was started", || record.exists());
        let read = |name: &str| fs_err::read(record.join(name)).unwrap();
        let mut environment = fields(&read("environment"));
        environment.sort();
        let mut directory = read("directory");
        assert_eq!(directory.pop(), Some(b'\n'));
        Started {
            words: fields(&read("words")),
            environment,
            directory: OsString::from_vec(directory).into(),
        }
    }
}

/// How the agent was started.
pub(crate) struct Started {
    pub(crate) words: Vec<OsString>,
    /// `NAME=VALUE`, sorted.
    pub(crate) environment: Vec<OsString>,
    pub(crate) directory: PathBuf,
}

impl Started {
    pub(crate) fn variable(&self, name: &str) -> Option<&OsStr> {
        let prefix = format!("{name}=");
        let value = |entry: &'_ OsString| entry.as_bytes().starts_with(prefix.as_bytes());
        let entry = self.environment.iter().find(|entry| value(entry))?;
        Some(OsStr::from_bytes(&entry.as_bytes()[prefix.len()..]))
    }
}

/// Words that a shell, tmux or a careless program would change.
pub(crate) fn hard_words() -> Vec<OsString> {
    let mut words: Vec<OsString> = [
        "",
        "two words",
        "it's \"quoted\"",
        "$HOME `id` ${x}",
        "line\nline\r\n",
        "end;",
        r"end\;",
        ";",
        "a;b",
        "#(touch pwned)",
        "#{session_name} ## #[x",
        "~/notes",
        "*",
        "a|b&c\\",
        "grüße 👋",
        "-t",
        "--",
        "",
    ]
    .into_iter()
    .map(OsString::from)
    .collect();
    words.push(OsString::from_vec(vec![0xff, 0xfe, b' ', 0x80]));
    words.push("long ".repeat(20_000).into());
    words.push(OsString::new());
    words
}

/// Variables of the same kind.
pub(crate) fn hard_variables() -> Vec<(OsString, OsString)> {
    let mut variables: Vec<(OsString, OsString)> = vec![
        ("PATH".into(), "/usr/bin:/bin".into()),
        ("EMPTY".into(), "".into()),
        ("LINES_OF_TEXT".into(), "a\nb=c;".into()),
        ("not-an.identifier".into(), "#(touch pwned)".into()),
        ("LONG".into(), "x".repeat(100_000).into()),
    ];
    variables.push((OsString::from_vec(vec![b'N', 0xff]), OsString::from_vec(vec![0xfe])));
    variables
}

pub(crate) fn entries(variables: &[(OsString, OsString)]) -> Vec<OsString> {
    let mut entries: Vec<OsString> = variables
        .iter()
        .map(|(name, value)| OsString::from_vec([name.as_bytes(), b"=", value.as_bytes()].concat()))
        .collect();
    entries.sort();
    entries
}

/// Written by a child: had this process the file open while another test forks, starting it would fail ("text file busy").
pub(crate) fn executable(path: &Path, text: &str) {
    let mut draft = tempfile::NamedTempFile::new().unwrap();
    draft.write_all(text.as_bytes()).unwrap();
    let installed = Command::new("install").args(["-m", "755"]).arg(draft.path()).arg(path).status().unwrap();
    assert!(installed.success());
}

/// Splits fields that end in NUL.
pub(crate) fn fields(bytes: &[u8]) -> Vec<OsString> {
    let Some(bytes) = bytes.strip_suffix(b"\0") else {
        assert!(bytes.is_empty(), "the last field does not end");
        return Vec::new();
    };
    bytes.split(|byte| *byte == 0).map(|field| OsString::from_vec(field.to_vec())).collect()
}

/// The limit only ends a test that has failed.
pub(crate) fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let limit = Instant::now() + Duration::from_secs(60);
    while !holds() {
        assert!(Instant::now() < limit, "waited in vain until {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}
