use std::ffi::OsStr;
use std::fmt::Debug;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixListener;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;

use fs_err::os::unix::fs::symlink;
use tempfile::TempDir;

use super::{Fault, Kind, SkillFile, Source};

mod sources;

/// A hub in a temporary folder.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        let root = tempfile::tempdir().unwrap();
        for name in ["modules", "hooks", "skills"] {
            fs_err::create_dir(root.path().join(name)).unwrap();
        }
        Self(root)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs_err::create_dir_all(path.parent().unwrap()).unwrap();
        fs_err::write(&path, bytes).unwrap();
        path
    }

    fn hook(&self, name: &str, bytes: impl AsRef<[u8]>, mode: u32) {
        let path = self.write(&format!("hooks/{name}"), bytes);
        fs_err::set_permissions(path, PermissionsExt::from_mode(mode)).unwrap();
    }

    fn link(&self, name: &str, destination: &str) {
        symlink(destination, self.path(name)).unwrap();
    }

    fn fifo(&self, name: &str) {
        assert!(Command::new("mkfifo").arg(self.path(name)).status().unwrap().success());
    }

    fn hub(&self) -> Source {
        Source::hub(self.0.path())
    }
}

fn fault<T: Debug>(result: Result<T, Fault>) -> Fault {
    result.unwrap_err()
}

#[test]
fn a_shelf_lists_names_in_order_of_their_bytes() {
    let folder = Folder::new();
    for name in ["b.md", "a.md", "B.md", "ä.md", ".hidden", "a b [old].md"] {
        folder.write(&format!("modules/{name}"), "");
    }
    fs_err::write(folder.path("modules").join(OsStr::from_bytes(b"\xff.md")), "").unwrap();
    folder.write("modules/folder/x.md", "");
    folder.link("modules/linked-folder", "folder");
    folder.link("modules/linked.md", "a.md");
    folder.link("modules/broken.md", "nowhere");
    folder.fifo("modules/fifo");
    let hub = folder.hub();
    let names = ["B.md", "a b [old].md", "a.md", "b.md", "broken.md", "fifo", "linked.md", "ä.md"];
    assert_eq!(hub.shelf(Kind::Module).names(), names);
    assert_eq!(hub.shelf(Kind::Module).error(), None);
    for name in names.iter().chain(&[".hidden", "folder", "linked-folder"]) {
        assert!(hub.shelf(Kind::Module).contains(name), "{name}");
    }
    for name in ["A.md", "a", "", ".", "..", "x.md", "folder/x.md"] {
        assert!(!hub.shelf(Kind::Module).contains(name), "{name}");
    }
}

#[test]
fn the_shelf_of_skills_holds_files_too() {
    let folder = Folder::new();
    folder.write("skills/notes.md", "");
    folder.write("skills/review/SKILL.md", "");
    folder.link("skills/linked", "review");
    folder.write("skills/.git/config", "");
    assert_eq!(folder.hub().shelf(Kind::Skill).names(), ["linked", "notes.md", "review"]);
}

#[test]
fn a_missing_folder_is_empty_and_a_broken_one_is_an_error() {
    let folder = Folder::new();
    for name in ["modules", "hooks", "skills"] {
        fs_err::remove_dir(folder.path(name)).unwrap();
    }
    folder.write("hooks", "a file");
    folder.link("skills", "nowhere");
    let hub = folder.hub();
    assert_eq!((hub.shelf(Kind::Module).names().len(), hub.shelf(Kind::Module).error()), (0, None));
    assert_eq!(fault(hub.module("x")), Fault::Missing);
    let error = hub.shelf(Kind::Hook).error().unwrap();
    assert!(error.starts_with("Not a directory") && !error.contains("hooks"), "{error}");
    assert!(matches!(fault(hub.hook("x")), Fault::Unreadable(_)));
    assert_eq!(hub.shelf(Kind::Skill).error(), Some("it is a link to `nowhere`, which does not exist"));
}

#[test]
fn a_module_is_taken_byte_for_byte() {
    let folder = Folder::new();
    let text = "\u{feff}# Grüße\r\n{{x}}\0no newline";
    let path = folder.write("modules/a.md", text);
    let module = folder.hub().module("a.md").unwrap();
    assert_eq!((module.text(), module.name(), module.path()), (text, "modules/a.md", path.as_path()));
}

#[test]
fn a_large_module_is_read_and_an_endless_one_is_not() {
    let folder = Folder::new();
    let text = "0123456789abcde\n".repeat(1 << 20);
    folder.write("modules/large.md", &text);
    let sparse = fs_err::File::create(folder.path("modules/sparse.md")).unwrap();
    sparse.set_len((64 << 20) + 1).unwrap();
    let hub = folder.hub();
    assert!(hub.module("large.md").unwrap().text() == text);
    assert_eq!(fault(hub.module("sparse.md")), Fault::TooLarge { bytes: (64 << 20) + 1, limit: 64 << 20 });
}

#[test]
fn each_file_is_read_once() {
    let folder = Folder::new();
    let path = folder.write("modules/a.md", "first");
    folder.hook("h.sh", "#!/bin/sh\n", 0o755);
    let hub = folder.hub();
    let (module, hook) = (hub.module("a.md").unwrap(), hub.hook("h.sh").unwrap());
    assert_eq!(fault(hub.module("later.md")), Fault::Missing);
    fs_err::remove_file(path).unwrap();
    folder.hook("h.sh", "changed", 0o644);
    folder.write("modules/later.md", "");
    assert!(Arc::ptr_eq(&module, &hub.module("a.md").unwrap()));
    assert!(Arc::ptr_eq(&hook, &hub.hook("h.sh").unwrap()));
    assert_eq!(fault(hub.module("later.md")), Fault::Missing);
}

#[test]
fn links_are_followed_and_their_faults_told_apart() {
    let folder = Folder::new();
    folder.write("elsewhere/text.md", "text");
    folder.link("modules/one.md", "../elsewhere/text.md");
    folder.link("modules/two.md", "one.md");
    folder.link("modules/folder.md", "../elsewhere");
    folder.link("modules/broken.md", "../nowhere.md");
    folder.link("modules/far.md", "broken.md");
    folder.link("modules/loop.md", "pool.md");
    folder.link("modules/pool.md", "loop.md");
    folder.link("modules/fifo.md", "../fifo");
    folder.fifo("fifo");
    let hub = folder.hub();
    assert_eq!(hub.module("two.md").unwrap().text(), "text");
    assert_eq!(fault(hub.module("folder.md")), Fault::IsDirectory);
    assert_eq!(fault(hub.module("broken.md")), Fault::BrokenLink("../nowhere.md".into()));
    assert_eq!(fault(hub.module("far.md")), Fault::BrokenLink("broken.md".into()));
    assert_eq!(fault(hub.module("loop.md")), Fault::LinkLoop);
    assert_eq!(fault(hub.module("fifo.md")), Fault::Special("FIFO"));
}

#[test]
fn special_files_are_not_opened() {
    let folder = Folder::new();
    folder.fifo("modules/fifo");
    folder.fifo("hooks/fifo");
    let _listener = UnixListener::bind(folder.path("modules/socket")).unwrap();
    let hub = folder.hub();
    assert_eq!(fault(hub.module("fifo")), Fault::Special("FIFO"));
    assert_eq!(fault(hub.hook("fifo")), Fault::Special("FIFO"));
    assert_eq!(fault(hub.module("socket")), Fault::Special("socket"));
    assert_eq!(fault(hub.module("socket")).describe(), "is a socket, not a regular file");
}

#[test]
fn names_lead_nowhere_else() {
    let folder = Folder::new();
    folder.write("secret.md", "");
    folder.write("modules/folder/x.md", "");
    folder.write("modules/Notes.md", "");
    let hub = folder.hub();
    for name in
        ["", ".", "..", "../secret.md", "folder/x.md", "notes.md", "NOTES.MD", "Notes.md\0", "gone.md"]
    {
        assert_eq!(fault(hub.module(name)), Fault::Missing, "{name:?}");
    }
    assert_eq!(fault(hub.module("folder")), Fault::IsDirectory);
    folder.write("modules/.dot.md", "text");
    // The listing decides, not whether the system opens the path: it may open `Notes.md` by the name `notes.md`.
    assert_eq!(fault(hub.module(".dot.md")), Fault::Missing);
    assert_eq!(folder.hub().module(".dot.md").unwrap().text(), "text");
}

#[test]
fn broken_text_is_shown_with_its_first_broken_byte() {
    let folder = Folder::new();
    folder.write("modules/latin.md", b"gr\xc3\xbc\xdfe \xff");
    folder.write("modules/cut.md", b"x\xf0\x9f\x91");
    let hub = folder.hub();
    let Fault::NotUtf8 { file, offset } = fault(hub.module("latin.md")) else { panic!("it is not UTF-8") };
    assert_eq!((file.text(), offset), ("grü?e ?", 4));
    assert_eq!(file.name(), "modules/latin.md");
    assert!(matches!(fault(hub.module("cut.md")), Fault::NotUtf8 { offset: 1, .. }));
}

#[test]
fn a_hook_tells_how_it_starts() {
    let folder = Folder::new();
    folder.hook("guard.py", "#!/usr/bin/env python3\r\nimport json\n", 0o754);
    folder.hook("plain.sh", "echo\n", 0o640);
    folder.hook("marked.sh", "\u{feff}#!/bin/sh\n", 0o755);
    folder.hook("empty", "", 0o4711);
    folder.hook("binary", b"\x7fELF\xff", 0o755);
    folder.link("hooks/linked.py", "guard.py");
    let hub = folder.hub();
    let guard = hub.hook("guard.py").unwrap();
    assert_eq!(guard.path, folder.path("hooks/guard.py").to_str().unwrap());
    assert_eq!((guard.mode, guard.executable, guard.shebang), (0o754, true, true));
    assert_eq!(&guard.first_line.text()[guard.first_line_span()], "#!/usr/bin/env python3");
    assert_eq!(guard.first_line.name(), "hooks/guard.py");
    let plain = hub.hook("plain.sh").unwrap();
    assert_eq!((plain.mode, plain.executable, plain.shebang), (0o640, false, false));
    assert!(!hub.hook("marked.sh").unwrap().shebang, "the system sees the BOM first");
    let empty = hub.hook("empty").unwrap();
    assert_eq!((empty.mode, empty.first_line_span()), (0o4711, 0..0));
    assert_eq!(hub.hook("binary").unwrap().first_line.text(), "\u{7f}ELF\u{fffd}");
    let linked = hub.hook("linked.py").unwrap();
    assert_eq!((linked.mode, linked.path.ends_with("hooks/linked.py")), (0o754, true));
}

#[test]
fn only_the_start_of_a_hook_is_read() {
    let folder = Folder::new();
    // The limit falls into the middle of a character.
    folder.hook("long", format!("#!x{}", "ä".repeat(100_000)), 0o755);
    let hub = folder.hub();
    let text = hub.hook("long").unwrap().first_line.text().to_owned();
    assert_eq!((text.len(), text.contains('\u{fffd}')), (4095, false));
}

#[test]
fn a_skill_is_a_folder_with_its_file() {
    let folder = Folder::new();
    folder.write("skills/review/SKILL.md", "");
    folder.write("elsewhere/skill/SKILL.md", "");
    folder.link("skills/linked", "../elsewhere/skill");
    folder.write("skills/lower/skill.md", "");
    folder.write("skills/folder/SKILL.md/x", "");
    fs_err::create_dir(folder.path("skills/empty")).unwrap();
    fs_err::create_dir(folder.path("skills/half")).unwrap();
    folder.link("skills/half/SKILL.md", "nowhere");
    fs_err::create_dir(folder.path("skills/fifo")).unwrap();
    folder.fifo("skills/fifo/SKILL.md");
    folder.write("skills/file", "");
    folder.link("skills/broken", "nowhere");
    folder.fifo("skills/pipe");
    let hub = folder.hub();
    for name in ["review", "linked"] {
        let skill = hub.skill(name).unwrap();
        assert_eq!(skill.path, folder.path(&format!("skills/{name}")).to_str().unwrap());
        assert_eq!(skill.root, folder.path("skills").to_str().unwrap());
    }
    for name in ["lower", "empty"] {
        assert_eq!(fault(hub.skill(name)), Fault::NoSkillFile, "{name}");
    }
    for (name, of_file) in [
        ("folder", Fault::IsDirectory),
        ("half", Fault::BrokenLink("nowhere".into())),
        ("fifo", Fault::Special("FIFO")),
    ] {
        let inside = Fault::Inside { path: "SKILL.md".into(), fault: of_file.into() };
        assert_eq!(fault(hub.skill(name)), inside, "{name}");
    }
    for name in ["file", "pipe"] {
        assert_eq!(fault(hub.skill(name)), Fault::NotADirectory, "{name}");
    }
    assert_eq!(fault(hub.skill("broken")), Fault::BrokenLink("nowhere".into()));
    assert_eq!(fault(hub.skill("gone")), Fault::Missing);
    assert_eq!(fault(hub.skill("review/..")), Fault::Missing);
}

#[test]
fn what_the_system_refuses_is_unreadable() {
    let folder = Folder::new();
    // Root may read everything, but no name that is longer than any name.
    folder.link("modules/name.md", &"x".repeat(300));
    let hub = folder.hub();
    assert!(matches!(fault(hub.module("name.md")), Fault::Unreadable(said) if said.contains("too long")));
    if rustix::process::geteuid().is_root() {
        return;
    }
    let path = folder.write("modules/closed.md", "");
    fs_err::set_permissions(path, PermissionsExt::from_mode(0o000)).unwrap();
    let closed = fault(folder.hub().module("closed.md"));
    assert!(closed.describe().starts_with("cannot be read: Permission denied"), "{closed:?}");
}

#[test]
fn a_hub_that_settings_cannot_name_is_a_fault() {
    let root = tempfile::tempdir().unwrap();
    let path = root.path().join(OsStr::from_bytes(b"\xff"));
    fs_err::create_dir_all(path.join("hooks")).unwrap();
    fs_err::create_dir_all(path.join("skills/s")).unwrap();
    fs_err::write(path.join("hooks/h"), "").unwrap();
    fs_err::write(path.join("skills/s/SKILL.md"), "").unwrap();
    let hub = Source::hub(&path);
    assert_eq!(fault(hub.hook("h")), Fault::PathNotUtf8);
    assert_eq!(fault(hub.skill("s")), Fault::PathNotUtf8);
}

fn paths(files: &[SkillFile]) -> Vec<&str> {
    files.iter().map(|file| file.path.as_str()).collect()
}

/// What is wrong inside of a skill, and where.
fn inside(folder: &Folder, name: &str) -> (String, Fault) {
    match fault(folder.hub().skill_files(name)) {
        Fault::Inside { path, fault } => (path, *fault),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_files_of_a_skill_are_read_in_the_order_of_their_paths() {
    let folder = Folder::new();
    for name in ["SKILL.md", "a/b", "a-b", "é/x y\nz", "empty", ".hidden", ".git/config", "deep/.git"] {
        folder.write(&format!("skills/s/{name}"), if name == "empty" { "" } else { name });
    }
    folder.write("skills/s/binary", [0, 0xff]);
    fs_err::create_dir(folder.path("skills/s/nothing")).unwrap();
    fs_err::set_permissions(folder.path("skills/s/a/b"), PermissionsExt::from_mode(0o700)).unwrap();
    let hub = folder.hub();
    let files = hub.skill_files("s").unwrap();
    assert_eq!(paths(&files), [".hidden", "SKILL.md", "a-b", "a/b", "binary", "empty", "é/x y\nz"]);
    assert_eq!(files[4].bytes, [0, 0xff]);
    let executable: Vec<_> = files.iter().filter(|file| file.executable).map(|file| &file.path).collect();
    assert_eq!(executable, ["a/b"]);
    folder.link("skills/linked", "s");
    assert_eq!(folder.hub().skill_files("linked").unwrap(), files);
    assert_eq!(fault(hub.skill_files("none")), Fault::Missing);
}

#[test]
fn links_in_a_skill_are_read_through_and_links_out_of_it_are_not() {
    let folder = Folder::new();
    folder.write("skills/s/SKILL.md", "text");
    folder.write("skills/s/docs/a.md", "a");
    folder.link("skills/s/docs/self.md", "../SKILL.md");
    folder.link("skills/s/more", "docs");
    let files = folder.hub().skill_files("s").unwrap();
    let expected = ["SKILL.md", "docs/a.md", "docs/self.md", "more/a.md", "more/self.md"];
    assert_eq!(paths(&files), expected);
    assert_eq!(files[4].bytes, b"text");
    folder.write("secret", "secret");
    folder.write("skills/s-2/SKILL.md", "");
    for destination in ["../../../secret", "../../s-2", "/etc/hostname", "../.."] {
        let path = folder.path("skills/s/docs/out");
        folder.link("skills/s/docs/out", destination);
        let leaves = Fault::LinkLeaves(destination.to_owned());
        assert_eq!(inside(&folder, "s"), ("docs/out".to_owned(), leaves));
        fs_err::remove_file(path).unwrap();
    }
}

#[test]
fn loops_and_special_files_in_a_skill_do_not_hang() {
    let folder = Folder::new();
    folder.write("skills/s/SKILL.md", "text");
    for (name, destination, expected) in [
        ("x", "x", Fault::LinkLoop),
        ("up", ".", Fault::LinkLoop),
        ("broken", "nowhere", Fault::BrokenLink("nowhere".to_owned())),
        ("x", "SKILL.md/y", Fault::Unreadable("Not a directory (os error 20)".to_owned())),
    ] {
        folder.link(&format!("skills/s/{name}"), destination);
        assert_eq!(inside(&folder, "s"), (name.to_owned(), expected));
        fs_err::remove_file(folder.path(&format!("skills/s/{name}"))).unwrap();
    }
    folder.write("skills/s/a/b/c", "");
    folder.link("skills/s/a/b/back", "../..");
    assert_eq!(inside(&folder, "s"), ("a/b/back".to_owned(), Fault::LinkLoop));
    fs_err::remove_file(folder.path("skills/s/a/b/back")).unwrap();
    folder.fifo("skills/s/a/pipe");
    folder.link("skills/s/b", "a/pipe");
    assert_eq!(inside(&folder, "s"), ("a/pipe".to_owned(), Fault::Special("FIFO")));
    fs_err::remove_file(folder.path("skills/s/a/pipe")).unwrap();
    fs_err::remove_file(folder.path("skills/s/b")).unwrap();
    let _socket = UnixListener::bind(folder.path("skills/s/socket")).unwrap();
    assert_eq!(inside(&folder, "s"), ("socket".to_owned(), Fault::Special("socket")));
    assert_eq!(
        fault(folder.hub().skill_files("s")).describe(),
        "holds `socket`, which is a socket, not a regular file"
    );
}

#[test]
fn a_name_in_a_skill_is_utf8() {
    let folder = Folder::new();
    folder.write("skills/s/SKILL.md", "text");
    fs_err::write(folder.path("skills/s").join(OsStr::from_bytes(b"\xff")), "").unwrap();
    assert_eq!(inside(&folder, "s"), ("\u{fffd}".to_owned(), Fault::NameNotUtf8));
}

#[test]
fn a_skill_has_limits_that_are_checked_before_it_is_read() {
    let folder = Folder::new();
    folder.write("skills/s/SKILL.md", "text");
    let sparse = |name: &str, size: u64| {
        fs_err::File::create(folder.path(&format!("skills/s/{name}"))).unwrap().set_len(size).unwrap();
    };
    sparse("a", 8 << 20);
    assert_eq!(folder.hub().skill_files("s").unwrap().len(), 2);
    sparse("a", (8 << 20) + 1);
    let too_large = Fault::TooLarge { bytes: (8 << 20) + 1, limit: 8 << 20 };
    assert_eq!(inside(&folder, "s"), ("a".to_owned(), too_large));
    for name in ["a", "b", "c", "d", "e", "f", "g", "h"] {
        sparse(name, 8 << 20);
    }
    assert_eq!(
        fault(folder.hub().skill_files("s")),
        Fault::TooLarge { bytes: (64 << 20) + 4, limit: 64 << 20 }
    );
}

#[test]
fn links_cannot_multiply_a_skill_without_end() {
    let folder = Folder::new();
    folder.write("skills/s/SKILL.md", "");
    let depth = 20;
    for level in 0..depth {
        fs_err::create_dir(folder.path(&format!("skills/s/{level}"))).unwrap();
        for name in ["one", "other"] {
            if level + 1 < depth {
                folder.link(&format!("skills/s/{level}/{name}"), &format!("../{}", level + 1));
            }
        }
    }
    assert_eq!(fault(folder.hub().skill_files("s")), Fault::TooManyEntries(10_000));
}
