//! What is written is what was meant, and verifies.

use std::process::Command;

use assembly::bundle::verify;
use assembly::manifest::Delivery;

use crate::sample::{Bundle, draft};

#[test]
fn what_was_written_verifies() {
    for delivery in [Delivery::Native, Delivery::Compiled] {
        let bundle = Bundle::sample(delivery);
        let before = bundle.fingerprint();
        let verified = verify(&bundle.path).unwrap();
        let tree = draft(delivery).tree().unwrap();
        assert_eq!(verified.manifest, tree.manifest);
        assert_eq!(verified.trace, tree.trace);
        assert_eq!(verified.files(), tree.files().len());
        assert_eq!(bundle.fingerprint(), before);
    }
}

#[test]
fn anybody_can_recompute_the_digest() {
    let bundle = Bundle::sample(Delivery::Compiled);
    let output = Command::new("sh")
        .args(["-c", "jq -cjS 'del(.digest)' manifest.json | sha256sum"])
        .current_dir(&bundle.path)
        .output()
        .unwrap();
    let digest = verify(&bundle.path).unwrap().digest().hex();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), format!("{digest}  -\n"));
}
