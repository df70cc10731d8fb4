//! The one form that a document has, and the form that is hashed.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter};
use serde_json::{Serializer, Value};

use super::{Manifest, TreeDigest};
use crate::Digest;

/// A document as it is on disk: keys in declared order, two spaces, a final newline.
pub(super) fn document(document: &Value) -> Vec<u8> {
    format!("{document:#}\n").into_bytes()
}

/// The tree digest of a manifest, whatever digest it states.
pub(super) fn tree_digest(manifest: &Manifest) -> serde_json::Result<TreeDigest> {
    let mut value = serde_json::to_value(manifest)?;
    if let Value::Object(fields) = &mut value {
        fields.shift_remove("digest");
    }
    value.sort_all_objects();
    let mut bytes = Vec::new();
    value.serialize(&mut Serializer::with_formatter(&mut bytes, AsJq(CompactFormatter)))?;
    Ok(TreeDigest(Digest::of(&bytes)))
}

/// Writes as `jq -cjS` does, so that anybody can recompute a digest. It differs from `serde_json` in one character: jq
/// escapes DEL.
struct AsJq(CompactFormatter);

impl Formatter for AsJq {
    fn write_string_fragment<W: Write + ?Sized>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        for (index, piece) in fragment.split('\u{7f}').enumerate() {
            if index > 0 {
                writer.write_all(b"\\u007f")?;
            }
            self.0.write_string_fragment(writer, piece)?;
        }
        Ok(())
    }
}
