//! Applies the rules to a skill in memory; the reader applies the same ones to text.

use serde_json::{Map, Value};

use super::rules::{self, LARGEST_FILE, LARGEST_SKILL};
use super::{SkillAsset, SkillError, SkillFrontmatter};

/// The first rule that the fields of skill `id` break. `several_lines` allows newlines in strings.
pub(super) fn frontmatter(
    id: &str,
    fields: &SkillFrontmatter,
    several_lines: bool,
) -> Result<(), SkillError> {
    let allowed: &[char] = if several_lines { &['\n'] } else { &[] };
    let single = [
        ("description", Some(&fields.description)),
        ("when_to_use", fields.when_to_use.as_ref()),
        ("argument-hint", fields.argument_hint.as_ref()),
        ("model", fields.model.as_ref()),
        ("agent", fields.agent.as_ref()),
        ("license", fields.license.as_ref()),
        ("compatibility", fields.compatibility.as_ref()),
    ];
    let several = [
        ("arguments", &fields.arguments),
        ("allowed-tools", &fields.allowed_tools),
        ("disallowed-tools", &fields.disallowed_tools),
        ("paths", &fields.paths),
    ];
    let single = single.into_iter().filter_map(|(key, value)| Some((key, value?)));
    let several = several.into_iter().flat_map(|(key, values)| values.iter().map(move |value| (key, value)));
    for (key, value) in single.chain(several) {
        characters(id, key, value, allowed)?;
    }
    length(id, "description", &fields.description, rules::LONGEST_DESCRIPTION)?;
    let compatibility = fields.compatibility.as_deref().unwrap_or_default();
    length(id, "compatibility", compatibility, rules::LONGEST_COMPATIBILITY)?;
    for pattern in &fields.paths {
        rules::glob(pattern).map_err(|reason| SkillError::InvalidGlob {
            id: id.to_owned(),
            pattern: pattern.clone(),
            reason,
        })?;
    }
    texts(&fields.metadata, &mut |text| characters(id, "metadata", text, allowed))?;
    // The command of a hook may be a script of several indented lines.
    texts(&fields.hooks, &mut |text| characters(id, "hooks", text, &['\n', '\r', '\t']))
}

/// The first rule that the files of skill `id` break.
pub(super) fn assets(id: &str, assets: &[SkillAsset]) -> Result<(), SkillError> {
    let mut whole = 0;
    for asset in assets {
        let path = &asset.relative_path;
        rules::asset_path(path).map_err(|reason| SkillError::InvalidAsset {
            id: id.to_owned(),
            path: path.clone(),
            reason,
        })?;
        let bytes = asset.bytes.len() as u64;
        whole += bytes;
        let too_large = |path: Option<String>, bytes, limit| SkillError::TooLarge {
            id: id.to_owned(),
            path,
            bytes,
            limit,
        };
        if bytes > LARGEST_FILE {
            return Err(too_large(Some(path.clone()), bytes, LARGEST_FILE));
        }
        if whole > LARGEST_SKILL {
            return Err(too_large(None, whole, LARGEST_SKILL));
        }
    }
    match rules::clash(assets.iter().map(|asset| asset.relative_path.as_str())).first() {
        None => Ok(()),
        Some((first, second)) => Err(SkillError::ClashingAssets {
            id: id.to_owned(),
            first: (*first).to_owned(),
            second: (*second).to_owned(),
        }),
    }
}

fn characters(id: &str, field: &str, text: &str, allowed: &[char]) -> Result<(), SkillError> {
    match rules::forbidden(text, allowed) {
        None => Ok(()),
        Some((character, kind)) => Err(SkillError::ForbiddenCharacter {
            id: id.to_owned(),
            field: field.to_owned(),
            character,
            kind,
        }),
    }
}

fn length(id: &str, field: &'static str, text: &str, limit: usize) -> Result<(), SkillError> {
    let characters = text.chars().count();
    if characters <= limit {
        return Ok(());
    }
    Err(SkillError::TooLong { id: id.to_owned(), field, characters, limit })
}

/// Hands every key and every string in a tree to `check`.
fn texts(
    tree: &Map<String, Value>,
    check: &mut impl FnMut(&str) -> Result<(), SkillError>,
) -> Result<(), SkillError> {
    // Not by recursion: a tree that was made in memory may be deeper than the stack.
    let mut values: Vec<&Value> = Vec::new();
    for (key, value) in tree {
        check(key)?;
        values.push(value);
    }
    while let Some(value) = values.pop() {
        match value {
            Value::String(text) => check(text)?,
            Value::Array(items) => values.extend(items),
            Value::Object(fields) => {
                for (key, value) in fields {
                    check(key)?;
                    values.push(value);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    Ok(())
}
