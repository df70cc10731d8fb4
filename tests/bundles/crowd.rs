//! Many builds at once end in one bundle.

use std::process::Stdio;

use assembly::bundle::verify;

use crate::binary::{Place, said};
use crate::hub::{COMPILED, Hub, NATIVE};

/// Starts these builds at once, and lets all of them succeed.
fn at_once(place: &Place, launchers: &[&str], to: &[&str]) {
    let start = |launcher: &&str| {
        let words = [&["--hub", "hub", "bundle", "build", launcher][..], to].concat();
        place.command(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let children: Vec<_> = launchers.iter().map(start).collect();
    for child in children {
        let text = said(&child.wait_with_output().unwrap(), 0);
        assert!(!text.contains("kept"), "{text}");
    }
}

/// A place with the hub, and the digests of both launchers' bundles.
fn with_hub() -> (Place, [String; 2]) {
    let place = Place::new();
    Hub::default().write(&place.path);
    let digests = [NATIVE, COMPILED].map(|launcher| {
        place.assembly(&["--hub", "hub", "bundle", "build", launcher, "--out", "alone"], 0);
        verify(&place.at("alone")).unwrap().digest().hex()
    });
    std::fs::remove_dir_all(place.at("alone")).unwrap();
    (place, digests)
}

fn names(place: &Place, folder: &str) -> Vec<String> {
    let names = std::fs::read_dir(place.at(folder)).unwrap();
    let mut names: Vec<String> =
        names.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn eight_builds_of_one_launcher_end_in_one_tree() {
    let (place, [native, _]) = with_hub();
    at_once(&place, &[NATIVE; 8], &["--out", "sam"]);
    assert_eq!(verify(&place.at("sam")).unwrap().digest().hex(), native);
    assert_eq!(place.names(), ["hub", "sam", "team"]);
}

#[test]
fn eight_builds_of_two_launchers_end_in_one_of_both() {
    let (place, digests) = with_hub();
    for _ in 0..3 {
        at_once(&place, &[NATIVE, COMPILED].repeat(4), &["--out", "sam"]);
        assert!(digests.contains(&verify(&place.at("sam")).unwrap().digest().hex()));
        assert_eq!(place.names(), ["hub", "sam", "team"]);
    }
}

#[test]
fn eight_builds_into_one_store_end_in_a_tree_each() {
    let (place, digests) = with_hub();
    at_once(&place, &[NATIVE, COMPILED].repeat(4), &["--store", "store"]);
    let mut expected = [&digests[..], &["current".to_owned()]].concat();
    expected.sort();
    assert_eq!(names(&place, "store"), expected);
    for (launcher, digest) in [NATIVE, COMPILED].iter().zip(&digests) {
        let link = place.at("store/current").join(launcher);
        assert_eq!(std::fs::read_link(&link).unwrap().to_str().unwrap(), format!("../{digest}"));
        assert_eq!(verify(&link).unwrap().digest().hex(), *digest);
    }
    assert_eq!(names(&place, "store/current").len(), 2);
}
