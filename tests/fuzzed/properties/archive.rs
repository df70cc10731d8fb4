//! Archives of bundles, as others might have packed them.

use assembly::bundle::place::PlaceError;
use assembly::bundle::{import, verify};

use super::reported::reported;
use super::sandbox::Sandbox;

/// Any bytes are the archive of a sound bundle, or nothing appears anywhere.
pub fn archive(bytes: &[u8]) {
    let sandbox = Sandbox::new();
    sandbox.write("archive", bytes);
    let before = sandbox.tree("");
    match import(&sandbox.at("archive"), &sandbox.at("bundle")) {
        Ok(_) => {
            verify(&sandbox.at("bundle")).unwrap();
            let mut others = sandbox.tree("");
            others.retain(|line| !line.starts_with("bundle/"));
            assert_eq!(others, before, "something else appeared");
        }
        Err(PlaceError::Refused(problems)) => {
            assert!(!problems.is_empty());
            reported(&problems);
            assert_eq!(sandbox.tree(""), before, "refused, and written");
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert_eq!(sandbox.tree(""), before, "failed, and written");
        }
    }
}
