//! Every damage is found and named.

use assembly::manifest::Delivery;

use crate::sample::Bundle;

#[test]
fn a_byte_of_any_file_with_the_same_length() {
    for delivery in [Delivery::Native, Delivery::Compiled] {
        let bundle = Bundle::sample(delivery);
        for (path, _, bytes) in bundle.fingerprint() {
            if bytes.is_empty() {
                continue;
            }
            let mut changed = bytes.clone();
            let middle = changed.len() / 2;
            changed[middle] ^= 1;
            std::fs::write(bundle.at(&path), changed).unwrap();
            let findings = bundle.findings();
            assert!(findings.iter().any(|finding| path.ends_with(&finding.path)), "{path:?}: {findings:#?}");
            std::fs::write(bundle.at(&path), bytes).unwrap();
        }
        assert!(bundle.findings().is_empty());
    }
}
