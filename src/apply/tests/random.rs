//! Any sequence of applies and of things that users do.

use proptest::prelude::*;

use super::super::clean;
use super::*;

#[derive(Clone, Debug)]
enum Doing {
    Apply(usize),
    /// Puts a file, link or folder with a text of its own at a path, in the place of what is there.
    Place(usize, u8),
    Remove(usize),
    Mode(usize),
}

const PATHS: [&str; 10] = [
    "CLAUDE.local.md",
    ".claude/settings.local.json",
    ".claude/skills/a",
    ".claude/skills/b",
    ".gitignore",
    ".claude/skills/a/SKILL.md",
    ".claude/skills/a/x",
    ".claude/skills/a/x/y",
    ".claude/skills/a/mine",
    ".claude/skills/b/x",
];

/// How many projections there are; the last is empty.
const PROJECTIONS: usize = 5;

fn doing() -> impl Strategy<Value = Doing> {
    prop_oneof![
        4 => (0..PROJECTIONS).prop_map(Doing::Apply),
        3 => (0..PATHS.len(), 0..4u8).prop_map(|(path, kind)| Doing::Place(path, kind)),
        1 => (0..PATHS.len()).prop_map(Doing::Remove),
        1 => (0..PATHS.len()).prop_map(Doing::Mode),
    ]
}

fn projections(fixture: &Fixture) -> [Projection; PROJECTIONS] {
    let with = |launcher, text, skills: &[&str], copies: &[(&str, &[(&str, &str)])]| {
        let settings = match launcher {
            "one" => fixture.settings(true, "{\"hooks\": {\"Stop\": [\"one\"]}, \"user\": [\"ours\"]}\n"),
            "two" => fixture.settings(false, "{\"hooks\": {\"Stop\": [\"two\"]}}\n"),
            "three" => fixture.settings(true, "{\"hooks\": {\"Stop\": [\"one\", \"2\"]}, \"user\": 3}\n"),
            _ => fixture.file(PATHS[1], "{}\n"),
        };
        let mut artifacts = vec![fixture.file(PATHS[0], text), settings];
        artifacts.extend(skills.iter().map(|name| fixture.skill_link(name)));
        artifacts.extend(copies.iter().map(|(name, files)| fixture.skill_copy(name, files)));
        let names = skills.iter().copied().chain(copies.iter().map(|(name, _)| *name));
        let path = PATHS[0].to_owned();
        let ignores = vec![
            Ignore::Path { line: path.clone(), path },
            Ignore::Folder {
                line: ".claude/skills/".to_owned(),
                path: ".claude/skills".to_owned(),
                entries: names.map(str::to_owned).collect(),
            },
        ];
        Projection { ignores, ..named(launcher, artifacts) }
    };
    let (file, folder) =
        ([("SKILL.md", "one\n"), ("x", "one\n")], [("SKILL.md*", "two\n"), ("x/y", "one\n")]);
    [
        with("one", "one\n", &["a", "b"], &[]),
        with("two", "two\n", &["b"], &[("a", &file)]),
        with("three", "one\n", &[], &[("a", &folder), ("b", &file)]),
        with("four", "one\n", &[], &[("a", &file[..1])]),
        named("none", []),
    ]
}

fn clear(fixture: &Fixture, path: &str) {
    let path = fixture.at(path);
    match fs_err::symlink_metadata(&path) {
        Ok(metadata) if metadata.is_dir() => fs_err::remove_dir_all(path).unwrap(),
        Ok(_) => fs_err::remove_file(path).unwrap(),
        Err(_) => {}
    }
}

/// Whether the user can have something at a path: the folders above are none but folders of the target.
fn is_free(fixture: &Fixture, path: &str) -> bool {
    path.match_indices('/').all(|(at, _)| {
        fs_err::symlink_metadata(fixture.at(&path[..at])).map_or(true, |metadata| metadata.is_dir())
    })
}

fn place(fixture: &Fixture, path: &str, kind: u8, text: &str) {
    if !is_free(fixture, path) {
        return;
    }
    // A person keeps an own key in the settings, and where ours are merged adds it to them.
    let found = fs_err::read_to_string(fixture.at(path)).unwrap_or_default();
    let added = found.replacen('{', &format!("{{\"added\": \"{text}\", "), 1);
    clear(fixture, path);
    match kind {
        0 if path == PATHS[1] => {
            fixture.write_with_mode(path, &format!("{{ \"user\": [\"{text}\"] }}"), 0o640);
        }
        1 if path == PATHS[1] && found.contains("hooks") && !found.contains("added") => {
            fixture.write(path, added);
        }
        1 if path == PATHS[1] => fixture.write(path, "{}\n"),
        0 => fixture.write_with_mode(path, text, 0o640),
        1 => fixture.write(path, "one\n"),
        2 => fixture.link(path, text),
        _ => fixture.write(&format!("{path}/inner"), text),
    }
}

/// The numbered texts of the user that are anywhere in the target.
fn texts(fixture: &Fixture) -> Vec<String> {
    let lines = tree_of(&fixture.target(), "").join("\n");
    let mut found: Vec<String> =
        lines.split('<').skip(1).filter_map(|part| Some(part.split_once('>')?.0.to_owned())).collect();
    found.sort();
    found.dedup();
    found
}

/// `PROPTEST_CASES` in the environment asks for another number.
fn config() -> ProptestConfig {
    const FEW: u32 = 64;
    const DEFAULT: u32 = 256;
    let asked = ProptestConfig::default();
    let cases = if asked.cases == DEFAULT { FEW } else { asked.cases };
    ProptestConfig { cases, failure_persistence: None, ..asked }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn nothing_that_a_user_wrote_is_lost(doings in proptest::collection::vec(doing(), 1..14)) {
        let fixture = Fixture::new();
        let projections = projections(&fixture);
        for (number, doing) in doings.iter().enumerate() {
            let text = format!("<user {number}>");
            match *doing {
                Doing::Apply(which) => {
                    let before = texts(&fixture);
                    fixture.apply(&projections[which]);
                    prop_assert_eq!(texts(&fixture), before);
                }
                Doing::Place(path, kind) => place(&fixture, PATHS[path], kind, &text),
                Doing::Remove(path) if is_free(&fixture, PATHS[path]) => clear(&fixture, PATHS[path]),
                Doing::Mode(path) if is_free(&fixture, PATHS[path]) => {
                    let path = fixture.at(PATHS[path]);
                    if fs_err::symlink_metadata(&path).is_ok_and(|metadata| metadata.is_file()) {
                        fs_err::set_permissions(path, std::fs::Permissions::from_mode(0o600)).unwrap();
                    }
                }
                Doing::Remove(_) | Doing::Mode(_) => {}
            }
        }
    }

    #[test]
    fn what_was_there_comes_back(
        placed in proptest::collection::vec((0..PATHS.len(), 0..4u8), 0..6),
        applied in proptest::collection::vec(0..PROJECTIONS, 1..6),
    ) {
        let fixture = Fixture::new();
        let projections = projections(&fixture);
        for (path, kind) in placed {
            place(&fixture, PATHS[path], kind, "<user>");
        }
        let before = fixture.tree();
        for which in applied {
            fixture.apply(&projections[which]);
        }
        fixture.apply(&projections[PROJECTIONS - 1]);
        prop_assert_eq!(fixture.tree(), before);
    }

    #[test]
    fn cleaning_leaves_no_trace(
        placed in proptest::collection::vec((0..PATHS.len(), 0..4u8), 0..6),
        applied in proptest::collection::vec(0..PROJECTIONS, 1..6),
    ) {
        let fixture = Fixture::new();
        let projections = projections(&fixture);
        for (path, kind) in placed {
            place(&fixture, PATHS[path], kind, "<user>");
        }
        let before = tree_of(&fixture.target(), "");
        for which in applied {
            fixture.apply(&projections[which]);
        }
        let cleaned = clean(&fixture.target(), &mut |_| {}).unwrap();
        prop_assert!(cleaned.is_gone, "{:?}", cleaned.kept);
        prop_assert_eq!(tree_of(&fixture.target(), ""), before);
    }

    #[test]
    fn cleaning_loses_nothing_that_a_user_wrote(doings in proptest::collection::vec(doing(), 1..14)) {
        let fixture = Fixture::new();
        let projections = projections(&fixture);
        for (number, doing) in doings.iter().enumerate() {
            match *doing {
                Doing::Apply(which) => drop(fixture.apply(&projections[which])),
                Doing::Place(path, kind) => place(&fixture, PATHS[path], kind, &format!("<user {number}>")),
                Doing::Remove(path) if is_free(&fixture, PATHS[path]) => clear(&fixture, PATHS[path]),
                Doing::Remove(_) | Doing::Mode(_) => {}
            }
            if number % 5 == 4 {
                clean_all(&fixture)?;
            }
        }
        clean_all(&fixture)?;
    }
}

/// Cleans, and sees that what is still kept is named, that nothing of ours stays and that a second time changes nothing.
fn clean_all(fixture: &Fixture) -> Result<(), TestCaseError> {
    let before = texts(fixture);
    let cleaned = clean(&fixture.target(), &mut |_| {}).unwrap();
    prop_assert_eq!(texts(fixture), before);
    prop_assert_eq!(cleaned.is_gone, cleaned.kept.is_empty());
    prop_assert_eq!(fixture.backups().is_empty(), cleaned.kept.is_empty());
    // What is not in place is in a backup that is listed.
    let listed = crate::plan::backups(&fixture.target(), &mut Problems::new()).unwrap();
    prop_assert_eq!(&listed, &cleaned.kept);
    let kept: Vec<&str> = listed.iter().map(|backup| backup.name.as_str()).collect();
    for line in fixture.backups() {
        let name = line.split(['/', ' ']).next().unwrap_or_default();
        prop_assert!(kept.contains(&name), "{} is not in {:?}", line, kept);
    }
    for backup in &cleaned.kept {
        prop_assert!(!backup.origins.is_empty(), "{:?} has no origin", backup);
    }
    let identities = fixture.identities();
    let again = clean(&fixture.target(), &mut |_| {}).unwrap();
    prop_assert_eq!(again.kept, cleaned.kept);
    prop_assert_eq!(fixture.identities(), identities);
    Ok(())
}
