//! Makes a bundle that was changed agree with its hashes again.

use assembly::Digest;
use assembly::bundle::{Finding, MANIFEST};
use serde_json::{Value, json};

use crate::sample::Bundle;

impl Bundle {
    pub(crate) fn document(&self, name: &str) -> Value {
        serde_json::from_slice(&std::fs::read(self.at(name)).unwrap()).unwrap()
    }

    pub(crate) fn write_document(&self, name: &str, value: &Value) {
        std::fs::write(self.at(name), format!("{value:#}\n")).unwrap();
    }

    /// Makes the manifest agree with the sizes and hashes on disk, and with itself.
    pub(crate) fn seal(&self) {
        let mut manifest = self.document(MANIFEST);
        for file in manifest["files"].as_array_mut().into_iter().flatten() {
            let path = file["path"].as_str().unwrap_or_default().to_owned();
            if let Ok(bytes) = std::fs::read(self.at(path)) {
                file["size"] = json!(bytes.len());
                file["sha256"] = json!(Digest::of(&bytes).to_string());
            }
        }
        self.write_sealed(manifest);
    }

    /// Writes a manifest with the tree digest that it has.
    fn write_sealed(&self, mut manifest: Value) {
        let mut hashed = manifest.clone();
        hashed.as_object_mut().unwrap().remove("digest");
        hashed.sort_all_objects();
        let text = hashed.to_string().replace('\u{7f}', "\\u007f");
        manifest["digest"] = json!(format!("sha256:{}", Digest::of(text.as_bytes())));
        self.write_document(MANIFEST, &manifest);
    }

    /// What is said about a document that was changed and sealed again.
    pub(crate) fn forge(&self, name: &str, change: impl FnOnce(&mut Value)) -> Vec<Finding> {
        let mut value = self.document(name);
        change(&mut value);
        if name == MANIFEST {
            self.write_sealed(value);
        } else {
            self.write_document(name, &value);
            self.seal();
        }
        self.findings()
    }
}
