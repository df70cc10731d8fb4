//! `bundle export` and `bundle import`.

use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};

use assembly::bundle::verify;
use assembly::hub::SkillFile;
use assembly::manifest::Delivery;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::binary::{Place, said};
use crate::sample::draft;

/// A place with the sample bundle, and names that are long and not ASCII, as `sam`.
fn with_bundle() -> Place {
    let place = Place::new();
    let mut draft = draft(Delivery::Native);
    let long = format!("assets/{}/{}.md", "d".repeat(60), "f".repeat(100));
    draft.skills[0].files.push(SkillFile { path: long, bytes: b"long\n".to_vec(), executable: true });
    std::fs::create_dir(place.at("sam")).unwrap();
    std::fs::set_permissions(place.at("sam"), PermissionsExt::from_mode(0o755)).unwrap();
    draft.tree().unwrap().write(&place.at("sam")).unwrap();
    assert!(place.tree().iter().any(|(path, ..)| path.len() > 200));
    place
}

fn is_same(place: &Place, one: &str, other: &str) -> bool {
    std::fs::read(place.at(one)).unwrap() == std::fs::read(place.at(other)).unwrap()
}

#[test]
fn a_bundle_goes_out_and_comes_in_as_it_was() {
    let place = with_bundle();
    let before = place.tree();
    let text = place.assembly(&["bundle", "export", "sam", "--out", "one.tar.gz"], 0);
    assert!(text.contains("create    one.tar.gz  (44 files, sha256:"), "{text}");
    let text = place.assembly(&["bundle", "import", "one.tar.gz", "--out", "out"], 0);
    assert!(text.contains("create    out  (sha256:"), "{text}");
    let [one, other] = ["sam", "out"].map(|name| {
        let within = |path: &str| path.strip_prefix(name).map(str::to_owned);
        let tree = place.tree().into_iter();
        tree.filter_map(|(path, mode, bytes)| Some((within(&path)?, mode, bytes))).collect::<Vec<_>>()
    });
    assert!(one == other);
    place.assembly(&["bundle", "export", "out", "--out", "two.tar.gz"], 0);
    assert!(is_same(&place, "one.tar.gz", "two.tar.gz"));
    assert_eq!(place.names(), ["one.tar.gz", "out", "sam", "two.tar.gz"]);
    std::fs::remove_dir_all(place.at("out")).unwrap();
    for name in ["one.tar.gz", "two.tar.gz"] {
        std::fs::remove_file(place.at(name)).unwrap();
    }
    assert!(place.tree() == before, "the bundle itself was touched");
}

#[test]
fn the_umask_and_the_clock_have_no_say() {
    let place = with_bundle();
    let binary = env!("CARGO_BIN_EXE_assembly");
    let mut archives = Vec::new();
    for umask in ["000", "022", "077", "777"] {
        let script = format!(
            "umask {umask}; '{binary}' bundle export sam --out {umask}.tar.gz && \
             '{binary}' bundle import {umask}.tar.gz --out {umask}"
        );
        let output = Command::new("/bin/sh")
            .args(["-c", &script])
            .env("TZ", umask)
            .env("LC_ALL", "C")
            .current_dir(&place.path)
            .output()
            .unwrap();
        said(&output, 0);
        assert!(verify(&place.at(umask)).is_ok());
        let mode = |name: &str| std::fs::metadata(place.at(name)).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(umask), mode(&format!("{umask}.tar.gz"))), (0o755, 0o644));
        archives.push(std::fs::read(place.at(format!("{umask}.tar.gz"))).unwrap());
    }
    archives.dedup();
    assert_eq!(archives.len(), 1);
}

#[test]
fn what_does_not_verify_is_not_exported() {
    let place = with_bundle();
    std::fs::write(place.at("sam/content/note"), "mine").unwrap();
    let before = place.tree();
    let text = place.assembly(&["bundle", "export", "sam", "--out", "one.tar.gz"], 1);
    assert!(text.contains("assembly::bundle::unlisted") && text.contains("nothing was written"), "{text}");
    place.assembly(&["bundle", "export", "nowhere", "--out", "one.tar.gz"], 1);
    assert!(place.tree() == before, "{:?}", place.names());
}

#[test]
fn an_output_never_costs_anybody_a_file() {
    let place = with_bundle();
    std::fs::write(place.at("mine"), "mine").unwrap();
    std::os::unix::fs::symlink("mine", place.at("link")).unwrap();
    std::os::unix::fs::symlink("sam", place.at("door")).unwrap();
    let before = place.tree();
    let export = |out: &str, code, says: &str| {
        for force in [&[][..], &["--force"]] {
            let text = place.assembly(&[&["bundle", "export", "door", "--out", out], force].concat(), code);
            assert!(text.contains(says), "{out}: {text}");
        }
    };
    export("sam/one.tar.gz", 1, "assembly::bundle::inside-bundle");
    export("sam/content/one.tar.gz", 1, "assembly::bundle::inside-bundle");
    export("door/content/one.tar.gz", 1, "assembly::bundle::inside-bundle");
    export("sam/trace.json", 1, "assembly::bundle::inside-bundle");
    export("link", 1, "assembly::bundle::output-exists");
    export("sam", 1, "assembly::bundle::output-exists");
    export("no/one.tar.gz", 2, "mkdir -p");
    export("..", 2, "no name");
    place.assembly(&["bundle", "export", "sam", "--out", "mine"], 1);
    assert!(place.tree() == before, "{:?}", place.names());
    let text = place.assembly(&["bundle", "export", "sam", "--out", "mine", "--force"], 0);
    assert!(text.contains("replace   mine"), "{text}");
    let text = place.assembly(&["bundle", "export", "sam", "--out", "mine"], 0);
    assert!(text.contains("unchanged mine"), "{text}");
}

#[test]
fn an_import_replaces_bundles_and_nothing_else() {
    let place = with_bundle();
    place.assembly(&["bundle", "export", "sam", "--out", "one.tar.gz"], 0);
    std::fs::create_dir(place.at("other")).unwrap();
    std::fs::set_permissions(place.at("other"), PermissionsExt::from_mode(0o755)).unwrap();
    draft(Delivery::Compiled).tree().unwrap().write(&place.at("other")).unwrap();
    std::fs::create_dir(place.at("folder")).unwrap();
    std::fs::write(place.at("file"), "mine").unwrap();
    std::os::unix::fs::symlink("other", place.at("link")).unwrap();
    let before = place.tree();
    for name in ["folder", "file", "link", "one.tar.gz"] {
        let text = place.assembly(&["bundle", "import", "one.tar.gz", "--out", name], 1);
        assert!(text.contains("assembly::bundle::not-a-bundle"), "{text}");
    }
    place.assembly(&["bundle", "import", "one.tar.gz", "--out", "sam/content/new"], 1);
    place.assembly(&["bundle", "import", "nowhere.tar.gz", "--out", "new"], 2);
    place.assembly(&["bundle", "import", "folder", "--out", "new"], 2);
    place.assembly(&["bundle", "import", "one.tar.gz", "--out", "no/new"], 2);
    assert!(place.tree() == before, "{:?}", place.names());
    let text = place.assembly(&["bundle", "import", "one.tar.gz", "--out", "sam"], 0);
    assert!(text.contains("unchanged sam"), "{text}");
    assert!(place.tree() == before, "{:?}", place.names());
    let text = place.assembly(&["bundle", "import", "one.tar.gz", "--out", "other"], 0);
    assert!(text.contains("replace   other") && !text.contains("warning"), "{text}");
    std::fs::write(place.at("other/content/note"), "mine").unwrap();
    let text = place.assembly(&["bundle", "import", "one.tar.gz", "--out", "other"], 0);
    assert!(text.contains("kept what is not as it was built as ~/other.set-aside-1"), "{text}");
    assert_eq!(std::fs::read(place.at("other.set-aside-1/content/note")).unwrap(), b"mine");
    assert!(verify(&place.at("other")).is_ok());
}

#[test]
fn a_fifo_is_never_waited_for() {
    let place = with_bundle();
    place.assembly(&["bundle", "export", "sam", "--out", "one.tar.gz"], 0);
    let status = Command::new("mkfifo").arg(place.at("fifo")).status().unwrap();
    assert!(status.success());
    let text = place.assembly(&["bundle", "import", "fifo", "--out", "new"], 2);
    assert!(text.contains("no regular file"), "{text}");
    place.assembly(&["bundle", "import", "one.tar.gz", "--out", "fifo"], 1);
    place.assembly(&["bundle", "export", "sam", "--out", "fifo", "--force"], 1);
    assert_eq!(place.names(), ["fifo", "one.tar.gz", "sam"]);
}

/// Packs the sample with GNU tar or bsdtar and gzip, with options, as `FILE`.
fn pack(place: &Place, file: &str, options: &str) {
    let script = format!("cd sam && tar {options} -cf - . | gzip -9 > ../{file}");
    let status = Command::new("/bin/sh").args(["-c", &script]).current_dir(&place.path).status().unwrap();
    assert!(status.success());
}

#[test]
fn what_others_packed_comes_in_when_it_is_the_same_bundle() {
    let place = with_bundle();
    pack(&place, "gnu.tar.gz", "");
    place.assembly(&["bundle", "import", "gnu.tar.gz", "--out", "gnu"], 0);
    place.assembly(&["bundle", "export", "sam", "--out", "one.tar.gz"], 0);
    place.assembly(&["bundle", "export", "gnu", "--out", "two.tar.gz"], 0);
    assert!(is_same(&place, "one.tar.gz", "two.tar.gz"));
    std::fs::write(place.at("sam/content/note"), "more").unwrap();
    pack(&place, "more.tar.gz", "");
    let text = place.assembly(&["bundle", "import", "more.tar.gz", "--out", "new"], 1);
    assert!(text.contains("assembly::bundle::unlisted"), "{text}");
    assert!(!place.at("new").exists());
}

#[test]
fn a_hostile_archive_leaves_no_trace() {
    let place = with_bundle();
    place.assembly(&["bundle", "export", "sam", "--out", "one.tar.gz"], 0);
    let mut archive = Vec::new();
    let bytes = std::fs::read(place.at("one.tar.gz")).unwrap();
    std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(&*bytes), &mut archive).unwrap();
    let whole = archive.len() - 1024;
    let entry = |kind: u8, path: &str, link: &str, size: u64| {
        let mut header = tar::Header::new_ustar();
        header.as_old_mut().name[..path.len()].copy_from_slice(path.as_bytes());
        header.as_old_mut().linkname[..link.len()].copy_from_slice(link.as_bytes());
        header.as_old_mut().linkflag[0] = kind;
        header.set_mode(0o644);
        header.set_size(size);
        header.set_cksum();
        header.as_bytes().to_vec()
    };
    let hostile = [
        (entry(b'2', "content/link", "/etc/passwd", 0), "assembly::bundle::link"),
        (entry(b'1', "content/link", "manifest.json", 0), "assembly::bundle::link"),
        (entry(b'0', "/tmp/absolute", "", 0), "assembly::bundle::unsafe-name"),
        (entry(b'0', "../up", "", 0), "assembly::bundle::unsafe-name"),
        (entry(b'0', "content/../../up", "", 0), "assembly::bundle::unsafe-name"),
        (entry(b'0', "manifest.json", "", 0), "assembly::bundle::duplicate-entry"),
        (entry(b'0', "MANIFEST.json", "", 0), "assembly::bundle::clashing-names"),
        (entry(b'6', "content/fifo", "", 0), "assembly::bundle::special-file"),
        (entry(b'0', "content/extra", "", 0), "assembly::bundle::unlisted"),
        (entry(b'5', "content/extra", "", 0), "assembly::bundle::unlisted"),
        (entry(b'0', "content/bomb", "", 0o77_777_777_777), "assembly::bundle::too-large"),
    ];
    let before = place.names();
    for (entry, code) in hostile {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(&[&archive[..whole], &entry, &[0; 1024]].concat()).unwrap();
        std::fs::write(place.at("one.tar.gz"), encoder.finish().unwrap()).unwrap();
        let text = place.assembly(&["bundle", "import", "one.tar.gz", "--out", "new"], 1);
        assert!(text.contains(code), "{code}: {text}");
        assert_eq!(place.names(), before, "{code}");
    }
}

#[test]
fn many_imports_at_once_end_in_one_tree() {
    let place = with_bundle();
    place.assembly(&["bundle", "export", "sam", "--out", "one.tar.gz"], 0);
    let start = |_| {
        let mut command = place.command(&["bundle", "import", "one.tar.gz", "--out", "new"]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let children: Vec<_> = (0..8).map(start).collect();
    for child in children {
        said(&child.wait_with_output().unwrap(), 0);
    }
    assert!(verify(&place.at("new")).is_ok());
    assert_eq!(place.names(), ["new", "one.tar.gz", "sam"]);
}
