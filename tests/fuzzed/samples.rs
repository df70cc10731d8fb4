//! The seeds of bundles are the sample's own files: others would be refused at the first hash.

use std::path::Path;

use crate::properties::bundle_samples;

/// `BLESS=1` writes them, after the format changed.
#[test]
fn the_seeds_of_bundles_are_those_of_the_sample() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds");
    for (target, bytes) in bundle_samples() {
        let path = seeds.join(target).join("sample");
        if std::env::var_os("BLESS").is_some() {
            fs_err::create_dir_all(path.parent().unwrap()).unwrap();
            fs_err::write(&path, &bytes).unwrap();
        }
        assert!(fs_err::read(&path).unwrap() == bytes, "{target}: write it again with BLESS=1");
    }
}
