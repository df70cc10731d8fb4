//! Stores.

use super::{Home, code_of, text_of, tree, with_put};
use crate::bundle::INSTRUCTIONS;
use crate::bundle::place::{Effect, PlaceError, Store, Stored};

fn put(home: &Home, launcher: &str, text: &str) -> Result<Stored, PlaceError> {
    let store = Store::open(&home.path("store"))?;
    with_put(text, |put| store.put(&put.without_exchange(), launcher))
}

#[test]
fn a_tree_is_made_once_and_links_follow() {
    let home = Home::new();
    let stored = put(&home, "app-mac-claude", "one").unwrap();
    assert_eq!((stored.tree, stored.current), (Effect::Created, Effect::Created));
    assert_eq!(stored.path, home.path("store").join(tree("one").digest().hex()));
    assert_eq!(text_of(&home.path("store/current/app-mac-claude")), "one");
    let stored = put(&home, "app-mac-claude", "one").unwrap();
    assert_eq!((stored.tree, stored.current), (Effect::Unchanged, Effect::Unchanged));
    let stored = put(&home, "other $x", "one").unwrap();
    assert_eq!((stored.tree, stored.current), (Effect::Unchanged, Effect::Created));
    let stored = put(&home, "app-mac-claude", "two").unwrap();
    assert_eq!((stored.tree, stored.current), (Effect::Created, Effect::Replaced));
    assert_eq!(text_of(&home.path("store/current/app-mac-claude")), "two");
    assert_eq!(text_of(&home.path("store/current/other $x")), "one");
    fs_err::rename(home.path("store"), home.path("moved")).unwrap();
    assert_eq!(text_of(&home.path("moved/current/other $x")), "one");
    assert_eq!(fs_err::read_dir(home.path("moved")).unwrap().count(), 3);
}

#[test]
fn a_corrupt_one_is_set_aside_and_made_again() {
    let home = Home::new();
    let path = put(&home, "app", "one").unwrap().path;
    fs_err::write(path.join(INSTRUCTIONS), "oops").unwrap();
    let stored = put(&home, "app", "one").unwrap();
    assert_eq!((stored.tree, stored.current), (Effect::Replaced, Effect::Unchanged));
    assert_eq!(text_of(&stored.set_aside[0]), "oops");
    assert_eq!(text_of(&path), "one");
    fs_err::remove_dir_all(&path).unwrap();
    fs_err::write(&path, "a file").unwrap();
    let stored = put(&home, "app", "one").unwrap();
    assert_eq!(fs_err::read_to_string(&stored.set_aside[0]).unwrap(), "a file");
    assert_eq!(text_of(&path), "one");
}

#[test]
fn many_at_once_mend_one_tree() {
    let home = Home::new();
    let path = put(&home, "app", "one").unwrap().path;
    fs_err::write(path.join(INSTRUCTIONS), "oops").unwrap();
    std::thread::scope(|scope| {
        let builds: Vec<_> = (0..8).map(|_| scope.spawn(|| put(&home, "app", "one"))).collect();
        let mut set_aside = 0;
        for build in builds {
            set_aside += build.join().unwrap().unwrap().set_aside.len();
        }
        assert_eq!(set_aside, 1);
    });
    assert_eq!(text_of(&home.path("store/current/app")), "one");
    assert_eq!(fs_err::read_dir(home.path("store")).unwrap().count(), 3);
}

#[test]
fn what_is_no_link_is_not_replaced() {
    let home = Home::new();
    put(&home, "app", "one").unwrap();
    fs_err::write(home.path("store/current/mine"), "x").unwrap();
    assert_eq!(code_of(put(&home, "mine", "one")), "assembly::bundle::not-a-link");
    assert_eq!(fs_err::read_to_string(home.path("store/current/mine")).unwrap(), "x");
    fs_err::rename(home.path("store/current"), home.path("elsewhere")).unwrap();
    fs_err::os::unix::fs::symlink("../elsewhere", home.path("store/current")).unwrap();
    assert!(matches!(put(&home, "new", "one"), Err(PlaceError::Unusable { .. })));
    assert_eq!(fs_err::read_dir(home.path("elsewhere")).unwrap().count(), 2);
}

#[test]
fn a_store_in_a_bundle_is_refused() {
    let home = Home::new();
    super::write_sample(&home.path("sam"), "one");
    for name in ["sam", "sam/store"] {
        let opened = Store::open(&home.path(name));
        assert_eq!(code_of(opened), "assembly::bundle::inside-bundle");
    }
    assert!(matches!(Store::open(&home.path("no/store")), Err(PlaceError::Unusable { .. })));
}
