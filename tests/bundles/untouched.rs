//! A finished bundle is never changed, by no command.

use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;

use assembly::bundle::verify;

use crate::binary::Place;
use crate::hub::{COMPILED, Hub, NATIVE};

/// Everything about everything in a folder that a command could change.
fn fingerprint(place: &Place, folder: &str) -> Vec<(PathBuf, u64, u32, i64, i64, Vec<u8>)> {
    let mut found = Vec::new();
    let mut paths = vec![place.at(folder)];
    while let Some(path) = paths.pop() {
        let metadata = std::fs::symlink_metadata(&path).unwrap();
        if metadata.is_dir() {
            paths.extend(std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        }
        let bytes = if metadata.is_file() { std::fs::read(&path).unwrap() } else { Vec::new() };
        // The time of the inode too: nothing was set, not even to what it was.
        let times = (metadata.ctime(), metadata.ctime_nsec());
        found.push((path, metadata.ino(), metadata.mode(), times.0, times.1, bytes));
    }
    found.sort();
    found
}

/// A place with the hub, the bundle `sam` with a link `door` to it, a store, and launchers that open all of them.
fn with_bundle() -> Place {
    let place = Place::new();
    Hub::default().write(&place.path);
    for to in [["--out", "sam"], ["--store", "store"]] {
        place.assembly(&[&["--hub", "hub", "bundle", "build", NATIVE], &to[..]].concat(), 0);
    }
    std::os::unix::fs::symlink("sam/content", place.at("door")).unwrap();
    let mut text = std::fs::read_to_string(place.at("hub/launchers.kdl")).unwrap();
    for (name, target) in TARGETS {
        let node = format!(
            "launcher \"{name}\" {{\n    target \"{target}\"\n    cli \"/bin/true\" harness=\"claude\"\n    modules \"core.md\"\n}}\n"
        );
        text.push_str(&node);
    }
    std::fs::write(place.at("hub/launchers.kdl"), text).unwrap();
    place
}

/// Launchers whose target is a bundle or lies in one, by several names.
const TARGETS: [(&str, &str); 4] = [
    ("whole-mac-true", "../sam"),
    ("inner-mac-true", "../sam/content/skills"),
    ("linked-mac-true", "../door"),
    ("stored-mac-true", "../store/current/zebra-mac-agent"),
];

#[test]
fn no_session_begins_in_a_bundle() {
    let place = with_bundle();
    let before = [fingerprint(&place, "sam"), fingerprint(&place, "store")];
    for (name, _) in TARGETS {
        for (words, code) in [
            (&["run", name][..], 1),
            (&["run", name, "--no-launch"], 1),
            (&["run", name, "--dry-run"], 1),
            (&["plan", name], 2),
            (&["check", name], 1),
        ] {
            let output = place.command(&[&["--hub", "hub"], words].concat()).output().unwrap();
            let text = String::from_utf8_lossy(&output.stderr).into_owned()
                + &String::from_utf8_lossy(&output.stdout);
            assert_eq!(output.status.code(), Some(code), "{words:?}: {text}");
            assert!(text.contains("assembly::bundle::inside-bundle"), "{words:?}: {text}");
            assert!(text.contains("a finished bundle is never changed"), "{words:?}: {text}");
        }
        for words in [&["status", name][..], &["show", name]] {
            place.command(&[&["--hub", "hub"], words].concat()).output().unwrap();
        }
        place.assembly(&["--hub", "hub", "clean", name], 0);
    }
    assert!(before == [fingerprint(&place, "sam"), fingerprint(&place, "store")]);
}

#[test]
fn no_skill_and_no_hub_goes_into_a_bundle() {
    let place = with_bundle();
    let before = fingerprint(&place, "sam");
    for into in ["sam", "sam/content/skills/hub", "sam/new/skills", "door/skills/hub"] {
        let words = ["skill", "install", "hub/skills/review", "--into", into, "--owner", "me"];
        let text = place.assembly(&words, 1);
        assert!(text.contains("assembly::bundle::inside-bundle"), "{into}: {text}");
        let words = ["skill", "uninstall", "review", "--from", into, "--owner", "me"];
        place.command(&words).output().unwrap();
    }
    for hub in ["sam", "sam/content/skills", "sam/hub", "door"] {
        let text = place.assembly(&["--hub", hub, "new", "module", "a", "--init"], 1);
        assert!(text.contains("a finished bundle is never changed"), "{hub}: {text}");
        place.assembly(&["--hub", hub, "new", "module", "a"], 2);
        place.assembly(&["--hub", hub, "fmt"], 2);
        place.assembly(&["--hub", hub, "check"], 2);
    }
    assert!(fingerprint(&place, "sam") == before);
}

#[test]
fn what_reads_a_bundle_leaves_it_as_it_is() {
    let place = with_bundle();
    place.assembly(&["--hub", "hub", "bundle", "build", COMPILED, "--out", "other"], 0);
    let before = ["sam", "other", "store"].map(|folder| fingerprint(&place, folder));
    let skill = "sam/content/skills/hub/skill-0";
    for (words, code) in [
        (&["bundle", "verify", "sam"][..], 0),
        (&["bundle", "verify", "sam", "--json"], 0),
        (&["bundle", "describe", "sam"], 0),
        (&["bundle", "describe", "sam", "--why", "review"], 0),
        (&["bundle", "diff", "sam", "other"], 1),
        (&["bundle", "diff", "sam", "sam"], 0),
        (&["bundle", "export", "sam", "--out", "sam.tar.gz"], 0),
        (&["bundle", "export", "sam", "--out", "sam/sam.tar.gz"], 1),
        (&["bundle", "export", "sam", "--out", "sam/trace.json", "--force"], 1),
        (&["bundle", "import", "sam.tar.gz", "--out", "sam"], 0),
        (&["bundle", "import", "sam.tar.gz", "--out", "sam/content/new"], 1),
        (&["bundle", "build", NATIVE, "--out", "sam"], 0),
        (&["bundle", "build", NATIVE, "--out", "sam/"], 0),
        (&["bundle", "build", NATIVE, "--store", "store"], 0),
        (&["bundle", "build", COMPILED, "--out", "sam/content/new"], 1),
        (&["bundle", "build", COMPILED, "--store", "sam"], 1),
        (&["bundle", "build", COMPILED, "--store", "sam/content"], 1),
        (&["bundle", "build", COMPILED, "--out", "door/new"], 1),
        (&["skill", "check", skill], 0),
        (&["skill", "check", "sam/content/skills/hub"], 0),
        (&["status", NATIVE], 1),
        (&["clean", "--target", "sam"], 0),
        (&["backups", "list", "--target", "sam"], 0),
        (&["hook", "try", NATIVE, "prompt.sh"], 0),
        (&["fmt"], 0),
        (&["list"], 0),
        (&["new", "module", "another"], 0),
    ] {
        let output = place.command(&[&["--hub", "hub"], words].concat()).output().unwrap();
        let text = String::from_utf8_lossy(&output.stderr);
        let after = ["sam", "other", "store"].map(|folder| fingerprint(&place, folder));
        assert!(after == before, "{words:?} changed a bundle: {text}");
        // Whatever `status` and `hook` have to say is no matter of bundles.
        let is_ours = words[0] == "bundle" || words[0] == "skill";
        assert!(!is_ours || output.status.code() == Some(code), "{words:?}: {text}");
    }
    for bundle in ["sam", "other", "store/current/zebra-mac-agent"] {
        assert!(verify(&place.at(bundle)).is_ok());
    }
}
