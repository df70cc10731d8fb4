//! The inputs to begin with.

use std::path::Path;

/// The largest input that is edited over and over; the fixtures for limits are larger, and are tried where they lie.
const LARGEST: usize = 64 << 10;

/// One input.
pub(crate) struct Seed {
    /// Its path below the folder of its target.
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

/// The seeds of a target, sorted: its own, and the fixtures that its folder links to.
pub(crate) fn seeds(target: &str) -> Vec<Seed> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds").join(target);
    let mut found = Vec::new();
    collect(&folder, "", &mut found);
    found.sort_by(|one, other| one.name.cmp(&other.name));
    found.dedup_by(|one, other| one.bytes == other.bytes);
    assert!(!found.is_empty(), "no seeds in {}", folder.display());
    found
}

fn collect(folder: &Path, prefix: &str, found: &mut Vec<Seed>) {
    for entry in fs_err::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = format!("{prefix}{}", path.file_name().unwrap().display());
        if path.is_dir() {
            collect(&path, &format!("{name}/"), found);
        } else if path.extension().is_none_or(|extension| extension != "expect") {
            let bytes = fs_err::read(&path).unwrap();
            if bytes.len() <= LARGEST {
                found.push(Seed { name, bytes });
            }
        }
    }
}
