//! What a session reads where it stands, and which is therefore in no artifact: hooks, and skills that are linked.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::Digest;
use crate::compose::Composition;
use crate::hub::{Hub, SkillFile};
use crate::manifest::Delivery;

/// Path, mode and hash of each file, sorted by path. Of what cannot be read a problem is said elsewhere.
pub(super) fn reads(composition: &Composition, hub: &Hub) -> Value {
    let mut files = BTreeMap::new();
    let mut add = |path: String, executable: bool, bytes: &[u8]| {
        let mode = if executable { "0755" } else { "0644" };
        files.insert(path, (mode, format!("sha256:{}", Digest::of(bytes))));
    };
    for script in composition.hooks.iter().flatten().filter_map(|hook| hook.script.as_ref()) {
        let Some(source) = hub.source(&script.source) else { continue };
        if let (Ok(file), Ok(bytes)) = (source.hook(&script.name), source.program(&script.name)) {
            add(script.path.clone(), file.mode & 0o100 != 0, &bytes);
        }
    }
    let is_native = composition.delivery == Delivery::Native;
    let linked = |skill: &&crate::compose::Skill| skill.files.is_none() && is_native;
    for skill in composition.skills.iter().flatten().filter(linked) {
        let files = hub.source(&skill.source).and_then(|source| source.skill_files(&skill.name).ok());
        for SkillFile { path, bytes, executable } in files.iter().flat_map(|files| files.iter()) {
            if is_kept(path) {
                add(format!("{}/{path}", skill.directory), *executable, bytes);
            }
        }
    }
    let file = |(path, (mode, hash))| json!({ "path": path, "mode": mode, "hash": hash });
    files.into_iter().map(file).collect()
}

/// Whether a file of a linked skill is part of a checkout: what systems and interpreters leave behind is not.
fn is_kept(path: &str) -> bool {
    !path.split('/').any(|name| name.starts_with('.') || name == "__pycache__")
}
