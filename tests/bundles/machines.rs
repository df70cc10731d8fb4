//! One bundle, whatever the machine is like that builds it.

use std::path::Path;
use std::process::{Command, Output};

use assembly::bundle::verify;
use assembly::manifest::Delivery;
use tempfile::TempDir;

use crate::binary::said;
use crate::hub::{COMPILED, Hub, NATIVE, launcher};

/// What differs between machines and checkouts.
struct Machine<'a> {
    hub: Hub<'a>,
    home: &'a str,
    umask: &'a str,
    variables: &'a [(&'a str, &'a str)],
    /// Where temporary folders of this machine lie, on a file system with another order of names.
    root: &'a str,
}

const MACHINES: &[Machine<'_>] = &[
    Machine {
        hub: Hub { folder: "hub", team: "team", crlf: false, mask: 0o755, seed: 1 },
        home: "home",
        umask: "022",
        variables: &[("LC_ALL", "C"), ("TZ", "UTC")],
        root: "/tmp",
    },
    Machine {
        hub: Hub { folder: "some where/my $hub's", team: "away/Équipe", crlf: true, mask: 0o700, seed: 2 },
        home: "Users/jo",
        umask: "077",
        variables: &[
            ("LC_ALL", "tr_TR.UTF-8"),
            ("TZ", "Asia/Kathmandu"),
            ("XDG_CONFIG_HOME", "/nowhere/config"),
            ("XDG_STATE_HOME", "/nowhere/state"),
            ("XDG_CACHE_HOME", "/nowhere/cache"),
            ("XDG_DATA_HOME", "/nowhere/data"),
            ("XDG_RUNTIME_DIR", "/nowhere/runtime"),
        ],
        root: "/dev/shm",
    },
    Machine {
        hub: Hub { folder: "team/hub", team: "team", crlf: false, mask: 0o555, seed: 3 },
        home: "home",
        umask: "777",
        variables: &[("LANG", "de_DE.ISO-8859-1"), ("TZ", "America/St_Johns"), ("SOURCE_DATE_EPOCH", "1")],
        root: "/dev/shm",
    },
    Machine {
        hub: Hub { folder: "hub", team: "hub/team", crlf: true, mask: 0o755, seed: 4 },
        home: "hub",
        umask: "000",
        variables: &[],
        root: "/tmp",
    },
];

impl Machine<'_> {
    fn assembly(&self, root: &Path, words: &str) -> Output {
        let script = format!("umask {}; exec \"$0\" {words}", self.umask);
        let mut command = Command::new("/bin/sh");
        command.args(["-c", &script, env!("CARGO_BIN_EXE_assembly")]);
        command.env_clear().env("HOME", root.join(self.home)).env("ASSEMBLY_HUB", root.join(self.hub.folder));
        command.envs(self.variables.iter().copied()).current_dir(root).output().unwrap()
    }

    /// The digest of the bundle of a launcher, and its archive.
    fn build(&self, launcher: &str) -> (String, Vec<u8>) {
        let root = if Path::new(self.root).is_dir() { TempDir::new_in(self.root) } else { TempDir::new() };
        let root = root.unwrap();
        let path = root.path().canonicalize().unwrap();
        std::fs::create_dir_all(path.join(self.home)).unwrap();
        self.hub.write(&path);
        for words in [
            format!("bundle build {launcher} --out bundle"),
            "bundle verify bundle".to_owned(),
            "bundle export bundle --out bundle.tar.gz".to_owned(),
        ] {
            said(&self.assembly(&path, &words), 0);
        }
        let archive = std::fs::read(path.join("bundle.tar.gz")).unwrap();
        let root_name = path.file_name().unwrap().to_str().unwrap();
        for word in [root_name, self.home, launcher, "/nowhere"] {
            // `hub` is the name of a source; the others are nobody's.
            let is_there = archive.windows(word.len()).any(|window| window == word.as_bytes());
            assert!(!is_there || ["hub", "home"].contains(&word), "`{word}` is in the bundle");
        }
        (verify(&path.join("bundle")).unwrap().digest().to_string(), archive)
    }
}

/// A bundle is named by its digest, so a change of these is a change of the format.
#[test]
fn the_same_launcher_is_the_same_bundle_everywhere() {
    let pinned = [
        (NATIVE, "sha256:82259ab71d6eca66e6142aa58c69f7d90d0ad1f179113fefcd07420ff52b64fc"),
        (COMPILED, "sha256:deb4552366df6967f59bc9d322eb4c65f36625660849359220188bc4b62ce2ab"),
    ];
    for (launcher, pinned) in pinned {
        let (_, first) = MACHINES[0].build(launcher);
        for (number, machine) in MACHINES.iter().enumerate() {
            let (digest, archive) = machine.build(launcher);
            assert_eq!(digest, pinned, "{launcher} on machine {number}");
            assert!(archive == first, "another archive of {launcher} on machine {number}");
        }
    }
}

#[test]
fn no_path_of_a_bundle_is_named_for_a_machine_or_an_agent() {
    for delivery in [Delivery::Native, Delivery::Compiled] {
        let place = crate::binary::Place::new();
        Hub::default().write(&place.path);
        place.assembly(&["--hub", "hub", "bundle", "build", launcher(delivery), "--out", "bundle"], 0);
        for file in verify(&place.at("bundle")).unwrap().manifest.files {
            let path = file.path.to_lowercase();
            for word in ["claude", "codex", "agents", "cursor", "gemini", "mac"] {
                assert!(!path.contains(word), "{path}");
            }
        }
    }
}
