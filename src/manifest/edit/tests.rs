//! Nodes behind manifests of every layout.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::{EditError, Edited, append_nodes};
use crate::Environment;

const NODE: &str = "// New.\nlauncher \"new-claude\" {\n    target \"/t\"\n    cli \"claude\"\n    description \"\"\"\n        a\n        \"\"\"\n}\n";

struct Hub(TempDir);

impl Hub {
    fn new(text: &str) -> Self {
        let hub = Self(tempfile::tempdir().unwrap());
        fs_err::write(hub.manifest(), text).unwrap();
        hub
    }

    fn manifest(&self) -> PathBuf {
        self.0.path().join("launchers.kdl")
    }

    fn append(&self, text: &str) -> Result<Edited, EditError> {
        append_nodes(self.0.path(), text, &Environment::new([], "/"))
    }

    fn text(&self) -> String {
        fs_err::read_to_string(self.manifest()).unwrap()
    }
}

fn problems(result: Result<Edited, EditError>) -> Vec<String> {
    match result {
        Err(EditError::Problems(problems)) => problems
            .iter()
            .map(|problem| {
                let places = problem.labels.iter().map(|label| format!("{:?}", label.place));
                format!("{} {}", problem.message, places.collect::<Vec<_>>().join(" "))
            })
            .collect(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_byte_that_is_there_stays() {
    for old in [
        "",
        "\u{feff}",
        "\u{feff}// a comment\r\npreset \"a\" {\r\n\tflags \"x\" // why\r\n}",
        "preset \"a\" { flags \"x\"; }",
        "preset \"a\" {\n\tflags \"x\" \\\n\t\t\"y\"\n}   ",
        "preset \"a\" \\",
        "preset \"a\" \\\n",
        "preset \"a\" \\ // more\n",
        "preset \"a\";",
        "preset \"a\" /* open\nend */",
        "/-preset \"a\" {\n}",
        "preset \"a\" /-{ flags \"x\" }",
        "vars {\n    text \"\"\"\n      a\\\n      b\n      \"\"\"\n}\n\n\n",
        "  \t",
        "// only a comment",
        "preset \"a\"\u{2028}preset \"b\"\u{85}",
    ] {
        let hub = Hub::new(old);
        let edit = hub.append(NODE).unwrap_or_else(|error| panic!("{old:?}: {error:?}"));
        assert!(edit.problems.is_empty(), "{old:?}: {:?}", edit.problems);
        edit.write().unwrap();
        let new = hub.text();
        let added = new.strip_prefix(old).unwrap_or_else(|| panic!("{old:?} became {new:?}"));
        let line_break = if old.contains("\r\n") { "\r\n" } else { "\n" };
        assert_eq!(added.trim_start(), NODE.replace('\n', line_break), "{old:?}");
        assert_eq!(old.contains("\r\n"), new.contains('\r'), "{old:?}");
    }
}

#[test]
fn an_end_that_would_take_hold_of_the_new_nodes_is_refused() {
    for old in ["preset \"a\"\n/-", "preset \"a\" /-", "/- // later\n"] {
        let hub = Hub::new(old);
        let found = problems(hub.append(NODE));
        assert_eq!(found.len(), 1, "{old:?}: {found:?}");
        assert!(found[0].starts_with("nothing can be added at the end of `launchers.kdl`"), "{found:?}");
        assert_eq!(hub.text(), old);
    }
}

#[test]
fn a_name_that_is_taken_is_shown_where_it_stands() {
    let hub = Hub::new("include \"more.kdl\"\nlauncher \"b-claude\" { target \"/t\"; cli \"claude\"; }\n");
    fs_err::write(hub.0.path().join("more.kdl"), "preset \"a\" {\n}\n").unwrap();
    let found = problems(hub.append("launcher \"a\" {\n}\npreset \"b-claude\" {\n}\n"));
    assert_eq!(
        found,
        [
            "there is a preset `a` already more.kdl:1:8",
            "there is a launcher `b-claude` already launchers.kdl:2:10"
        ]
    );
}

#[test]
fn a_broken_text_is_left_alone_and_shown() {
    for broken in ["launcher \"a {\n", "preset \"a\" {", "preset \"a\" { flags a, b; }\n"] {
        let hub = Hub::new(broken);
        assert!(!problems(hub.append(NODE)).is_empty(), "{broken:?}");
        assert_eq!(hub.text(), broken);
    }
    let hub = Hub::new("include \"more.kdl\"\n");
    fs_err::write(hub.0.path().join("more.kdl"), "preset \"a").unwrap();
    assert!(problems(hub.append(NODE))[0].contains("more.kdl:1"));
}

#[test]
fn what_is_wrong_with_the_new_nodes_is_told_with_their_place() {
    let hub = Hub::new("launcher \"a-claude\" { nonsense; }\n");
    let edit = hub.append("launcher \"b-claude\" {\n    use \"gone\"\n}\n").unwrap();
    let found: Vec<String> = edit.problems.iter().map(|problem| problem.code.name.to_owned()).collect();
    assert!(found.contains(&"assembly::manifest::unknown-preset".to_owned()), "{found:?}");
    assert!(!found.contains(&"assembly::manifest::unknown-node".to_owned()), "{found:?}");
}

#[test]
fn a_hub_without_a_manifest_gets_one() {
    let folder = tempfile::tempdir().unwrap();
    let edit = append_nodes(folder.path(), NODE, &Environment::new([], "/")).unwrap();
    assert_eq!(edit.before, None);
    assert_eq!(edit.after, NODE);
    edit.write().unwrap();
    assert_eq!(fs_err::read_to_string(&edit.path).unwrap(), NODE);
    assert!(matches!(edit.write(), Err(EditError::Changed(_))));
    assert_eq!(names(folder.path()), ["launchers.kdl"]);
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs_err::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_link_stays_a_link_and_a_mode_a_mode() {
    let hub = Hub::new("");
    let real = hub.0.path().join("real.kdl");
    fs_err::rename(hub.manifest(), &real).unwrap();
    fs_err::set_permissions(&real, PermissionsExt::from_mode(0o640)).unwrap();
    std::os::unix::fs::symlink("real.kdl", hub.manifest()).unwrap();
    hub.append(NODE).unwrap().write().unwrap();
    assert!(fs_err::symlink_metadata(hub.manifest()).unwrap().is_symlink());
    assert_eq!(fs_err::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!(fs_err::read_to_string(&real).unwrap(), NODE);
    assert_eq!(names(hub.0.path()), ["launchers.kdl", "real.kdl"]);
}

#[test]
fn a_manifest_that_changed_meanwhile_is_not_overwritten() {
    let hub = Hub::new("preset \"a\"\n");
    let edit = hub.append(NODE).unwrap();
    fs_err::write(hub.manifest(), "preset \"b\"\n").unwrap();
    assert!(matches!(edit.write(), Err(EditError::Changed(_))));
    assert_eq!(hub.text(), "preset \"b\"\n");
    assert_eq!(names(hub.0.path()), ["launchers.kdl"]);
}

#[test]
fn a_link_that_leads_nowhere_and_a_folder_are_no_manifests() {
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink("gone.kdl", folder.path().join("launchers.kdl")).unwrap();
    let found = problems(append_nodes(folder.path(), NODE, &Environment::new([], "/")));
    assert_eq!(found, ["`launchers.kdl` is a link that leads nowhere "]);
    let folder = tempfile::tempdir().unwrap();
    fs_err::create_dir(folder.path().join("launchers.kdl")).unwrap();
    assert!(!problems(append_nodes(folder.path(), NODE, &Environment::new([], "/"))).is_empty());
}
