//! What is in a target, and what should be.

use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use assembly::diagnostic::{Place, SourceFile};
use assembly::harness::{Artifact, Content, Ignore, Projection, SettingsFile, TreeFile};

use crate::runner::{Ending, run};

/// A start and the projection that the disturbed run applies.
pub(crate) struct Scenario {
    pub(crate) name: &'static str,
    /// Whether the user had things of their own at our paths.
    pub(crate) has_originals: bool,
    /// Applied before.
    pub(crate) first: &'static [&'static str],
    /// How what was applied is edited then, in the target.
    pub(crate) edit: Option<fn(&Path)>,
    pub(crate) last: &'static str,
}

pub(crate) const SCENARIOS: &[Scenario] = &[
    Scenario { name: "cold", has_originals: false, first: &[], edit: None, last: "one" },
    Scenario { name: "update", has_originals: false, first: &["one"], edit: Some(edit_files), last: "two" },
    Scenario { name: "replace", has_originals: true, first: &[], edit: None, last: "one" },
    Scenario { name: "remove", has_originals: true, first: &["one"], edit: None, last: "none" },
    Scenario { name: "copy-cold", has_originals: false, first: &[], edit: None, last: "copies" },
    Scenario {
        name: "copy-update",
        has_originals: false,
        first: &["copies"],
        edit: Some(edit_copies),
        last: "newer-copies",
    },
    Scenario {
        name: "copy-back",
        has_originals: false,
        first: &["newer-copies"],
        edit: None,
        last: "copies",
    },
    Scenario { name: "copy-links", has_originals: false, first: &["one"], edit: None, last: "copies" },
    Scenario { name: "link-copies", has_originals: false, first: &["copies"], edit: None, last: "one" },
    Scenario {
        name: "link-edited-copies",
        has_originals: false,
        first: &["copies"],
        edit: Some(edit_copies),
        last: "one",
    },
    Scenario { name: "copy-replace", has_originals: true, first: &[], edit: None, last: "copies" },
    Scenario { name: "copy-remove", has_originals: true, first: &["copies"], edit: None, last: "none" },
    Scenario {
        name: "copy-remove-edited",
        has_originals: true,
        first: &["copies"],
        edit: Some(edit_copies),
        last: "none",
    },
    Scenario { name: "clean", has_originals: true, first: &["one"], edit: None, last: CLEAN },
    Scenario { name: "clean-nothing-else", has_originals: false, first: &["one"], edit: None, last: CLEAN },
    Scenario {
        name: "clean-edited-copies",
        has_originals: true,
        first: &["copies"],
        edit: Some(edit_copies),
        last: CLEAN,
    },
    Scenario {
        name: "merge",
        has_originals: false,
        first: &["merged"],
        edit: Some(edit_settings),
        last: "newer-merged",
    },
    Scenario {
        name: "merge-remove",
        has_originals: true,
        first: &["merged"],
        edit: Some(edit_settings),
        last: CLEAN,
    },
    Scenario {
        name: "merge-overwrite",
        has_originals: false,
        first: &["merged"],
        edit: Some(edit_settings),
        last: "two",
    },
    Scenario {
        name: "take-over",
        has_originals: true,
        first: &["one", "two"],
        edit: Some(edit_files),
        last: "one",
    },
    Scenario { name: "exclude", has_originals: false, first: &[], edit: None, last: "excluded" },
    Scenario { name: "exclude-in-nothing", has_originals: false, first: &[], edit: None, last: "excluded" },
    Scenario {
        name: "exclude-in-nothing-clean",
        has_originals: false,
        first: &["excluded"],
        edit: None,
        last: CLEAN,
    },
    Scenario { name: "exclude-switch", has_originals: false, first: &["two"], edit: None, last: "excluded" },
];

/// Named like a projection: everything is taken back.
pub(crate) const CLEAN: &str = "clean";

/// Texts of the user that must be somewhere at any moment.
pub(crate) const ORIGINALS: &[&str] = &["my notes\n", "my skill\n", "/my/own/skill", "my ignores"];

/// In memory where there is such a folder: what takes the time on a disk is that backups are synced.
fn folder() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    let made = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
    made.or_else(|_| tempfile::tempdir()).unwrap()
}

/// A home with a hub, and a target as the scenario begins.
pub(crate) fn sandbox(scenario: &Scenario) -> tempfile::TempDir {
    let home = folder();
    for skill in ["linked", "folder", "new"] {
        fs_err::create_dir_all(home.path().join("hub/skills").join(skill)).unwrap();
    }
    let target = home.path().join("target");
    fs_err::create_dir(&target).unwrap();
    if scenario.name.starts_with("exclude") {
        make_repository(&target, !scenario.name.contains("in-nothing"));
    }
    if scenario.has_originals {
        let skills = target.join(".claude/skills");
        fs_err::create_dir_all(skills.join("folder/deep")).unwrap();
        fs_err::write(skills.join("folder/deep/SKILL.md"), "my skill\n").unwrap();
        symlink("/my/own/skill", skills.join("linked")).unwrap();
        fs_err::write(target.join("CLAUDE.local.md"), "my notes\n").unwrap();
        let private = std::fs::Permissions::from_mode(0o640);
        fs_err::set_permissions(target.join("CLAUDE.local.md"), private).unwrap();
        fs_err::write(target.join(".gitignore"), "my ignores").unwrap();
    }
    for name in scenario.first {
        assert_eq!(run(home.path(), name), Ending::Success);
    }
    if let Some(edit) = scenario.edit {
        edit(&target);
    }
    home
}

/// As much of a repository as it takes to be one.
fn make_repository(target: &Path, has_exclude: bool) {
    for folder in ["objects", "refs"] {
        fs_err::create_dir_all(target.join(".git").join(folder)).unwrap();
    }
    fs_err::write(target.join(".git/HEAD"), "ref: refs/heads/main\n").unwrap();
    if has_exclude {
        fs_err::create_dir(target.join(".git/info")).unwrap();
        fs_err::write(target.join(".git/info/exclude"), "my excludes").unwrap();
    }
}

fn edit_files(target: &Path) {
    fs_err::write(target.join("CLAUDE.local.md"), "edited").unwrap();
    let shared = std::fs::Permissions::from_mode(0o600);
    fs_err::set_permissions(target.join(".claude/settings.local.json"), shared).unwrap();
}

/// What a session grants, and a value of ours that somebody changed.
fn edit_settings(target: &Path) {
    let path = target.join(".claude/settings.local.json");
    let text = fs_err::read_to_string(&path).unwrap();
    let text = text.replace("{\"hooks\"", "{\"allow\": [\"granted\"], \"hooks\"").replace("sonnet", "mine");
    assert!(text.contains("granted") && text.contains("mine"));
    fs_err::write(path, text).unwrap();
}

/// Edits a file of a copy and one that the newer copies do not have, removes one, and adds one.
fn edit_copies(target: &Path) {
    let copy = target.join(".claude/skills/folder");
    fs_err::write(copy.join("SKILL.md"), "edited").unwrap();
    fs_err::write(copy.join("old/kept.md"), "edited too").unwrap();
    fs_err::remove_file(copy.join("scripts/run.sh")).unwrap();
    fs_err::write(copy.join("old/added.md"), "added").unwrap();
}

/// Two skills as copies.
fn copies(home: &Path, newer: bool) -> Vec<Artifact> {
    let old: &[(&str, &str)] = &[
        ("SKILL.md", "text"),
        ("becomes-folder", "a file"),
        ("becomes-file/x", "x"),
        ("old/gone.md", "old"),
        ("old/kept.md", "old"),
        ("scripts/run.sh", "#!/bin/sh\n"),
    ];
    let new: &[(&str, &str)] = &[
        ("SKILL.md", "newer text"),
        ("becomes-file", "a file"),
        ("becomes-folder/x", "x"),
        ("new/a.md", "new"),
        ("scripts/run.sh", "#!/bin/sh\n"),
    ];
    let skills = home.join("hub/skills").display().to_string();
    let copy = |skill: &str, files: &[(&str, &str)], executable| {
        let file = |(path, text): &(&str, &str)| TreeFile {
            path: (*path).to_owned(),
            bytes: text.as_bytes().to_vec(),
            executable: executable && path.starts_with("scripts/"),
        };
        let content = Content::Tree {
            files: files.iter().map(file).collect(),
            source: format!("{skills}/{skill}"),
            skills_roots: [skills.clone()].into(),
        };
        artifact(&format!(".claude/skills/{skill}"), content)
    };
    vec![copy("folder", if newer { new } else { old }, !newer), copy("linked", &old[..1], false)]
}

/// The projection of that name: `one` and `two` overlap, `copies` has the links of `one` as copies, `excluded` has
/// its ignore lines in the repository, `none` is empty.
pub(crate) fn projection(home: &Path, name: &str) -> Projection {
    let skills = home.join("hub/skills").display().to_string();
    let file = |path: &str, text: &str| artifact(path, Content::File(text.as_bytes().to_vec()));
    let link = |skill: &str| {
        let content =
            Content::Link { destination: format!("{skills}/{skill}"), skills_roots: [skills.clone()].into() };
        artifact(&format!(".claude/skills/{skill}"), content)
    };
    let settings = "{\"hooks\": {}}\n";
    let merged = |hook: &str| Artifact {
        settings: Some(SettingsFile { merges: true, restrictions: |_| Vec::new(), contents: |_| Vec::new() }),
        ..file(
            ".claude/settings.local.json",
            &format!("{{\"hooks\": {{\"Stop\": [\"{hook}\"]}}, \"model\": \"sonnet\"}}\n"),
        )
    };
    let (artifacts, entries) = match name {
        "one" => (
            vec![
                file("CLAUDE.local.md", "context of one\n"),
                file(".claude/settings.local.json", settings),
                link("linked"),
                link("folder"),
            ],
            vec!["linked", "folder"],
        ),
        "two" => (
            vec![
                file("CLAUDE.local.md", "context of two\n"),
                file(".claude/settings.local.json", settings),
                link("linked"),
                link("new"),
            ],
            vec!["linked", "new"],
        ),
        "excluded" => (vec![file("CLAUDE.local.md", "context of one\n"), link("linked")], vec!["linked"]),
        "merged" => (vec![file("CLAUDE.local.md", "context of merged\n"), merged("one")], Vec::new()),
        "newer-merged" => (vec![file("CLAUDE.local.md", "newer context\n"), merged("two")], Vec::new()),
        "copies" => (copies(home, false), vec!["folder", "linked"]),
        "newer-copies" => (copies(home, true), vec!["folder", "linked"]),
        _ => (Vec::new(), Vec::new()),
    };
    let ignores = vec![
        Ignore::Path { line: "CLAUDE.local.md".to_owned(), path: "CLAUDE.local.md".to_owned() },
        Ignore::Folder {
            line: ".claude/skills/".to_owned(),
            path: ".claude/skills".to_owned(),
            entries: entries.into_iter().map(str::to_owned).collect(),
        },
    ];
    let ignores = if artifacts.is_empty() { Vec::new() } else { ignores };
    Projection {
        launcher: name.to_owned(),
        harness: "claude",
        artifacts,
        ignores,
        excludes: name == "excluded",
    }
}

fn artifact(path: &str, content: Content) -> Artifact {
    let manifest = SourceFile::new("/hub/launchers.kdl", "launchers.kdl", "launcher \"one\" {}\n");
    Artifact {
        path: path.to_owned(),
        content,
        place: Place::new(&manifest, 0..8),
        sources: Vec::new(),
        settings: None,
        keys: Vec::new(),
        remark: None,
    }
}
