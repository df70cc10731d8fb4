//! A skill with everything that lies in its folder.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixListener;
use std::path::PathBuf;
use std::process::Command;

use fs_err::os::unix::fs::symlink;
use tempfile::TempDir;

use crate::diagnostic::Problems;
use crate::skill::{CheckedSkill, check_folder};

struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        folder.write("SKILL.md", "---\nname: s\ndescription: Does one thing.\n---\n\nDo it.\n");
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join("s").join(name)
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs_err::create_dir_all(path.parent().unwrap()).unwrap();
        fs_err::write(&path, bytes).unwrap();
        path
    }

    fn link(&self, name: &str, destination: &str) {
        fs_err::create_dir_all(self.path(name).parent().unwrap()).unwrap();
        symlink(destination, self.path(name)).unwrap();
    }

    /// A file of this size that takes no room.
    fn sparse(&self, name: &str, bytes: u64) {
        let path = self.write(name, "");
        fs_err::OpenOptions::new().write(true).open(path).unwrap().set_len(bytes).unwrap();
    }

    fn check(&self) -> (Option<CheckedSkill>, Vec<(&'static str, String)>) {
        let mut problems = Problems::new();
        let skill = check_folder(&self.path(""), "skills/s", &mut problems);
        for diagnostic in &problems {
            assert!(diagnostic.labels[0].place.file.name() == "skills/s/SKILL.md", "{diagnostic:?}");
            assert!(diagnostic.help.is_some(), "{diagnostic:?}");
        }
        let found = problems.into_sorted().into_iter();
        let found = found.map(|found| (found.code.name.rsplit("::").next().unwrap(), found.message));
        (skill, found.collect())
    }

    /// The codes of what is wrong; nothing is given back then.
    fn faults(&self) -> Vec<(&'static str, String)> {
        let (skill, found) = self.check();
        assert!(skill.is_none() && !found.is_empty(), "{found:?}");
        found
    }
}

#[test]
fn a_skill_comes_with_its_files() {
    let folder = Folder::new();
    let script = folder.write("scripts/run.sh", "#!/bin/sh\n");
    fs_err::set_permissions(script, PermissionsExt::from_mode(0o754)).unwrap();
    folder.write("references/a.md", "a");
    folder.write(".hidden", [0xff, 0]);
    folder.link("linked.md", "references/a.md");
    folder.link("more", "references");
    let (skill, found) = folder.check();
    assert!(found.is_empty(), "{found:?}");
    let skill = skill.unwrap();
    assert_eq!(skill.name, "s");
    let spec = skill.load().unwrap().owner_tag("me").build();
    let assets: Vec<_> = spec
        .assets()
        .iter()
        .map(|asset| (asset.relative_path.as_str(), asset.bytes.as_slice(), asset.executable))
        .collect();
    assert_eq!(
        assets,
        [
            (".hidden", &[0xff, 0][..], false),
            ("linked.md", b"a", false),
            ("more/a.md", b"a", false),
            ("references/a.md", b"a", false),
            ("scripts/run.sh", b"#!/bin/sh\n", true),
        ]
    );
    assert_eq!(spec.render(), fs_err::read_to_string(folder.path("SKILL.md")).unwrap());
}

#[test]
fn the_name_is_the_one_of_the_link_to_the_folder() {
    let folder = Folder::new();
    symlink("s", folder.0.path().join("t")).unwrap();
    let mut problems = Problems::new();
    assert!(check_folder(&folder.0.path().join("t"), "t", &mut problems).is_none());
    assert_eq!(problems.iter().next().unwrap().code.name, "assembly::skill::name-differs");
    let mut problems = Problems::new();
    assert!(check_folder(&folder.path("."), "s", &mut problems).is_some(), "{problems:?}");
}

#[test]
fn what_was_only_a_warning_can_be_built() {
    let folder = Folder::new();
    folder.write(
        "SKILL.md",
        "---\nname: s\ndescription: |\n  One.\n  Two.\nmetadata: {a: \"b\\nc\"}\n---\n\nDo it.\n",
    );
    let (skill, found) = folder.check();
    assert_eq!(found.len(), 2);
    let spec = skill.unwrap().load().unwrap().owner_tag("me").build();
    assert_eq!(spec.frontmatter().description, "One.\nTwo.");
    let text = spec.render();
    assert!(text.contains("description: \"One.\\nTwo.\"\n"), "{text}");
    folder.write("SKILL.md", text);
    let again = folder.check().0.unwrap().load().unwrap().owner_tag("me").build();
    assert_eq!(again, spec);
}

#[test]
fn links_out_of_the_skill_are_not_followed() {
    for destination in ["../secret", "/etc/passwd", "/dev/zero", "a/../../secret", ".."] {
        let folder = Folder::new();
        folder.write("../secret", "secret");
        folder.write("a/b", "");
        folder.link("link", destination);
        let faults = folder.faults();
        assert_eq!(faults, [("leaves-skill", "`skills/s/link` leads out of the skill".to_owned())]);
    }
    let folder = Folder::new();
    folder.link("folder/x", "nowhere");
    assert_eq!(folder.faults(), [("leaves-skill", "`skills/s/folder/x` leads to nothing".to_owned())]);
}

#[test]
fn links_in_a_circle_end() {
    let folder = Folder::new();
    folder.link("a", "b");
    folder.link("b", "a");
    folder.link("here", ".");
    folder.link("deep/er/up", "../..");
    folder.link("deep/same", "../deep");
    let faults = folder.faults();
    assert_eq!(faults.len(), 5, "{faults:?}");
    assert!(
        faults
            .iter()
            .all(|(code, message)| *code == "leaves-skill" && message.ends_with("leads back to itself"))
    );
}

#[test]
fn links_cannot_multiply_a_skill_without_end() {
    let folder = Folder::new();
    for level in 0..20 {
        folder.write(&format!("{level}/file"), "");
        for link in ["a", "b"] {
            folder.link(&format!("{level}/{link}"), &format!("../{}", level + 1));
        }
    }
    folder.write("20/file", "");
    let faults = folder.faults();
    assert_eq!(faults, [("too-large", "skill `skills/s` has more than 10000 files".to_owned())]);
}

#[test]
fn special_files_are_not_opened() {
    let folder = Folder::new();
    assert!(Command::new("mkfifo").arg(folder.path("pipe")).status().unwrap().success());
    let _socket = UnixListener::bind(folder.path("socket")).unwrap();
    folder.link("linked", "pipe");
    let faults = folder.faults();
    let messages: Vec<&str> = faults.iter().map(|(_, message)| message.as_str()).collect();
    assert_eq!(
        messages,
        ["`skills/s/linked` is a FIFO", "`skills/s/pipe` is a FIFO", "`skills/s/socket` is a socket"]
    );
    assert!(faults.iter().all(|(code, _)| *code == "special-file"));
}

#[test]
fn large_files_are_not_opened() {
    let folder = Folder::new();
    folder.sparse("disk.img", 100 << 30);
    let faults = folder.faults();
    assert_eq!(
        faults[0],
        ("too-large", "`disk.img` of skill `skills/s` has 102400 MiB, at most 8 MiB are allowed".to_owned())
    );
    let folder = Folder::new();
    folder.sparse("a", 8 << 20);
    assert!(folder.check().0.is_some());
    for name in ["b", "c", "d", "e", "f", "g", "h"] {
        folder.sparse(name, 8 << 20);
    }
    let faults = folder.faults();
    assert_eq!(faults, [("too-large", "skill `skills/s` has 65 MiB, at most 64 MiB are allowed".to_owned())]);
    folder.sparse("SKILL.md", (8 << 20) + 1);
    assert!(folder.faults().iter().any(|(_, message)| message.starts_with("`SKILL.md` of skill")));
}

#[test]
fn a_file_that_grows_after_the_check_is_an_error() {
    let folder = Folder::new();
    folder.write("a", "a");
    let skill = folder.check().0.unwrap();
    folder.sparse("a", 9 << 20);
    assert!(skill.load().unwrap_err().to_string().contains("has grown over the limit"));
    fs_err::remove_file(folder.path("a")).unwrap();
    folder.link("a", "/dev/zero");
    assert!(skill.load().is_err());
}

#[test]
fn names_must_work_everywhere() {
    let folder = Folder::new();
    folder.write("nul.txt", "");
    folder.write("a\\b", "");
    folder.write("Read.md", "");
    folder.write("read.md", "");
    let path = folder.path("").join(OsStr::from_bytes(b"\xff.md"));
    fs_err::write(path, "").unwrap();
    let faults = folder.faults();
    let codes: Vec<&str> = faults.iter().map(|(code, _)| *code).collect();
    assert_eq!(codes, ["invalid-asset", "invalid-asset", "invalid-asset", "clashing-assets"], "{faults:?}");
}

#[test]
fn only_one_file_is_the_skill() {
    let folder = Folder::new();
    folder.write("skill.md", "");
    folder.write("sub/SKILL.md", "");
    assert_eq!(folder.faults(), [("invalid-asset", "skill `skills/s` cannot hold `skill.md`".to_owned())]);
    fs_err::remove_file(folder.path("SKILL.md")).unwrap();
    let faults = folder.faults();
    assert_eq!(faults[0], ("no-skill-file", "`skills/s` holds no `SKILL.md`".to_owned()));
}

#[test]
fn a_skill_file_that_cannot_be_text_is_a_fault() {
    let folder = Folder::new();
    folder.write("SKILL.md", b"---\nname: s\ndescription: \xff\n---\n");
    assert_eq!(folder.faults(), [("not-utf-8", "skill `skills/s` is not UTF-8".to_owned())]);
    fs_err::remove_file(folder.path("SKILL.md")).unwrap();
    folder.link("SKILL.md", "/etc/passwd");
    assert_eq!(folder.faults(), [("leaves-skill", "`skills/s/SKILL.md` leads out of the skill".to_owned())]);
    fs_err::remove_file(folder.path("SKILL.md")).unwrap();
    fs_err::create_dir(folder.path("SKILL.md")).unwrap();
    assert_eq!(folder.faults()[0].0, "no-skill-file");
    let mut problems = Problems::new();
    assert!(check_folder(&folder.path("gone"), "gone", &mut problems).is_none());
    assert_eq!(problems.iter().next().unwrap().code.name, "assembly::skill::unreadable");
}
