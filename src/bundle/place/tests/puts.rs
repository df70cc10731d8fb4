//! Bundles at a path that people named.

use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

use super::{Home, Put, code_of, text_of, tree, with_put, write_sample};
use crate::bundle::place::{Destination, Effect, PlaceError, Placed};
use crate::bundle::{INSTRUCTIONS, verify};

fn put(home: &Home, name: &str, text: &str) -> Result<Placed, PlaceError> {
    let destination = Destination::resolve(&home.path(name))?;
    with_put(text, |put| put.at(&destination))
}

#[test]
fn it_is_made_kept_and_replaced() {
    let home = Home::new();
    assert_eq!(put(&home, "sam", "one").unwrap().effect, Effect::Created);
    assert_eq!(fs_err::metadata(home.path("sam")).unwrap().mode() & 0o777, 0o755);
    let inode = fs_err::metadata(home.path("sam")).unwrap().ino();
    assert_eq!(put(&home, "sam", "one").unwrap().effect, Effect::Unchanged);
    assert_eq!(fs_err::metadata(home.path("sam")).unwrap().ino(), inode);
    let placed = put(&home, "sam", "two").unwrap();
    assert_eq!((placed.effect, placed.set_aside), (Effect::Replaced, vec![]));
    assert_eq!(text_of(&home.path("sam")), "two");
    assert_eq!(home.names(), ["sam"]);
}

#[test]
fn what_somebody_changed_in_a_bundle_is_kept() {
    let home = Home::new();
    for (added, text) in [("note", "two"), ("note", "two"), (INSTRUCTIONS, "three")] {
        put(&home, "sam", "one").unwrap();
        fs_err::write(home.path("sam").join(added), "mine").unwrap();
        let placed = put(&home, "sam", text).unwrap();
        assert_eq!(placed.effect, Effect::Replaced);
        assert_eq!(fs_err::read_to_string(placed.set_aside[0].join(added)).unwrap(), "mine");
        assert_eq!(text_of(&home.path("sam")), text);
    }
    assert_eq!(home.names(), ["sam", "sam.set-aside-1", "sam.set-aside-2", "sam.set-aside-3"]);
}

#[test]
fn what_is_no_bundle_is_not_touched() {
    let home = Home::new();
    fs_err::create_dir(home.path("folder")).unwrap();
    fs_err::create_dir(home.path("web")).unwrap();
    fs_err::write(home.path("web/manifest.json"), "{\"format\": \"web/1\", \"name\": \"web\"}").unwrap();
    fs_err::write(home.path("file"), "x").unwrap();
    write_sample(&home.path("real"), "one");
    fs_err::os::unix::fs::symlink("real", home.path("link")).unwrap();
    fs_err::os::unix::fs::symlink("nowhere", home.path("broken")).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(home.path("socket")).unwrap();
    let before = home.tree();
    for name in ["folder", "web", "file", "link", "broken", "socket"] {
        assert_eq!(code_of(put(&home, name, "two")), "assembly::bundle::not-a-bundle", "{name}");
    }
    for name in ["real/inner", "link/inner"] {
        assert_eq!(code_of(put(&home, name, "two")), "assembly::bundle::inside-bundle", "{name}");
    }
    assert_eq!(home.tree(), before);
}

#[test]
fn a_path_that_cannot_be_one_comes_with_help() {
    let home = Home::new();
    fs_err::write(home.path("file"), "x").unwrap();
    for (name, says) in [("..", "no name"), ("no such/sam", "mkdir -p '"), ("file/sam", "")] {
        match put(&home, name, "one") {
            Err(PlaceError::Unusable { message, help }) => {
                assert!(format!("{message} {help}").contains(says), "{message} {help}");
            }
            other => panic!("{name}: {other:?}"),
        }
    }
    assert!(matches!(put(&home, "/", "one"), Err(PlaceError::Unusable { .. })));
    assert_eq!(put(&home, "sam/", "one").unwrap().effect, Effect::Created);
}

#[test]
fn a_folder_that_forbids_it_is_an_error() {
    if rustix::process::geteuid().is_root() {
        return;
    }
    let home = Home::new();
    fs_err::create_dir(home.path("locked")).unwrap();
    fs_err::set_permissions(home.path("locked"), PermissionsExt::from_mode(0o555)).unwrap();
    assert!(matches!(put(&home, "locked/sam", "one"), Err(PlaceError::Io(_))));
}

#[test]
fn without_exchange_only_an_existing_bundle_is_refused() {
    let home = Home::new();
    let destination = Destination::resolve(&home.path("sam")).unwrap();
    let build = |text| with_put(text, |put| put.without_exchange().at(&destination));
    assert_eq!(build("one").unwrap().effect, Effect::Created);
    assert_eq!(build("one").unwrap().effect, Effect::Unchanged);
    assert_eq!(code_of(build("two")), "assembly::bundle::no-exchange");
    assert_eq!(text_of(&home.path("sam")), "one");
    assert_eq!(home.names(), ["sam"]);
}

#[test]
fn what_does_not_verify_never_appears() {
    let home = Home::new();
    let destination = Destination::resolve(&home.path("sam")).unwrap();
    let fill = |folder: &Path| {
        tree("one").write(folder)?;
        Ok(fs_err::write(folder.join(INSTRUCTIONS), "two")?)
    };
    assert_eq!(code_of(Put::new(&fill, None).at(&destination)), "assembly::bundle::wrong-hash");
    let fails = |folder: &Path| {
        tree("one").write(folder)?;
        Err(PlaceError::Io(std::io::ErrorKind::StorageFull.into()))
    };
    assert!(matches!(Put::new(&fails, None).at(&destination), Err(PlaceError::Io(_))));
    assert_eq!(home.names(), [""; 0]);
}

#[test]
fn a_long_name_is_no_trouble() {
    let home = Home::new();
    let name = "ü".repeat(127);
    put(&home, &name, "one").unwrap();
    fs_err::write(home.path(&name).join("note"), "mine").unwrap();
    assert_eq!(put(&home, &name, "two").unwrap().set_aside, [home.path("bundle.set-aside-1")]);
}

#[test]
fn many_at_once_end_in_one_tree() {
    let home = Home::new();
    write_sample(&home.path("sam"), "old");
    let texts = ["one", "two", "one", "two", "one", "two", "one", "two"];
    std::thread::scope(|scope| {
        let builds: Vec<_> = texts.iter().map(|text| scope.spawn(|| put(&home, "sam", text))).collect();
        for build in builds {
            assert_eq!(build.join().unwrap().unwrap().set_aside, [""; 0].map(std::path::PathBuf::from));
        }
    });
    assert_eq!(home.names(), ["sam"]);
    assert!(verify(&home.path("sam")).is_ok());
}
