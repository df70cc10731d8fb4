//! What two launchers that differ only in their delivery have in common: nearly everything.

use assembly::bundle::{MANIFEST, TRACE};
use serde_json::Value;

use crate::binary::Place;
use crate::hub::{COMPILED, Hub, NATIVE};

const DOCUMENT: &str = "delivery/compiled.md";

/// A document without what the delivery decides about.
fn without_delivery(bytes: &[u8]) -> Value {
    let mut document: Value = serde_json::from_slice(bytes).unwrap();
    let object = document.as_object_mut().unwrap();
    object.remove("delivery");
    object.remove("digest");
    if let Some(Value::Array(files)) = object.get_mut("files") {
        files.retain(|file| ![DOCUMENT, TRACE].contains(&file["path"].as_str().unwrap()));
    }
    if let Some(Value::Array(decisions)) = object.get_mut("decisions") {
        let before = decisions.len();
        decisions.retain(|decision| decision["outcome"] != "delivered");
        assert!(decisions.len() < before);
    }
    document
}

#[test]
fn the_delivery_decides_about_the_delivery_alone() {
    let place = Place::new();
    Hub::default().write(&place.path);
    let [native, compiled] = [NATIVE, COMPILED].map(|launcher| {
        place.assembly(&["--hub", "hub", "bundle", "build", launcher, "--out", launcher], 0);
        let tree = place.tree().into_iter();
        let within = |path: &str| Some(path.strip_prefix(launcher)?.trim_start_matches('/').to_owned());
        tree.filter_map(|(path, mode, bytes)| Some((within(&path)?, mode, bytes))).collect::<Vec<_>>()
    });
    let other: Vec<&str> =
        compiled.iter().filter(|file| !native.contains(file)).map(|file| file.0.as_str()).collect();
    assert_eq!(other, ["delivery", DOCUMENT, MANIFEST, TRACE]);
    let other: Vec<&str> =
        native.iter().filter(|file| !compiled.contains(file)).map(|file| file.0.as_str()).collect();
    assert_eq!(other, [MANIFEST, TRACE]);
    for document in [MANIFEST, TRACE] {
        let [one, other] = [&native, &compiled]
            .map(|tree| without_delivery(&tree.iter().find(|file| file.0 == document).unwrap().2));
        assert_eq!(one, other);
    }
}
