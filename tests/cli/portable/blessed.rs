//! `check --bless`, and the tests of launchers that it writes.

use crate::support::World;

const TEST: &str = "hub/tests/launchers/app-mac-agent.json";

fn blessed() -> World {
    let world = World::full();
    let ran = world.assembly(["check", "--portable", "--bless"]).succeeds();
    ran.says(&["assembly: blessed tests/launchers/app-mac-agent.json"]);
    world
}

#[test]
fn a_test_is_a_saved_plan_of_its_launcher() {
    let world = blessed();
    world.assembly(["plan", "--portable", "--save", "../saved.json", "--stat"]).succeeds();
    let read = |path| std::fs::read_to_string(world.path(path)).unwrap();
    assert_eq!(read(TEST), read("saved.json"));
    world.assembly(["check", "--portable"]).succeeds().says(&["nothing to report"]);
    let again = world.assembly(["check", "--portable", "--bless"]).succeeds();
    assert!(!again.stderr.contains("blessed"), "{again}");
}

#[test]
fn a_hub_without_tests_needs_none() {
    let world = World::full();
    world.assembly(["check", "--portable"]).succeeds().says(&["nothing to report"]);
    world.write("hub/tests/launchers/README.md", "Tests.\n");
    world.assembly(["check", "--portable", "--deny-warnings"]).succeeds().says(&[
        "note assembly::launcher-test::no-test: launcher `app-mac-agent` has no test in `tests/launchers`",
        "help: run `assembly check --bless app-mac-agent`",
    ]);
}

#[test]
fn a_difference_is_shown_where_it_is() {
    let world = blessed();
    world.module("one.md", "# One\n\nMore.\n");
    let ran = world.assembly(["check", "--portable"]).exits_with(1);
    let line = std::fs::read_to_string(world.path(TEST)).unwrap();
    let line = line.lines().position(|line| line.contains("\"CLAUDE.local.md\"")).unwrap() + 1;
    let label = format!(
        "  tests/launchers/app-mac-agent.json:{line}:19 \"CLAUDE.local.md\": was this when the test was written\n"
    );
    ran.says(&[
        "error assembly::launcher-test::differs: `app-mac-agent` is not what its test says: `CLAUDE.local.md` differs\n",
        &label,
        "  help: run `assembly check --bless app-mac-agent` if this is meant\n",
        "\n      +More.\n",
    ]);
    let document = world.assembly(["check", "--json"]).exits_with(1).json();
    let problem = &document["diagnostics"][0];
    assert!(problem["diff"].as_str().unwrap().contains("\n+More.\n"), "{document}");
    assert_eq!(problem["labels"][1]["file"], "launchers.kdl");
    world.assembly(["check", "--bless", "app-mac-agent"]).succeeds().says(&["blessed"]);
    world.assembly(["check"]).succeeds();
}

#[test]
fn tests_of_launchers_that_are_gone_are_reported_and_deleted() {
    let world = blessed();
    let text = std::fs::read_to_string(world.path("hub/launchers.kdl")).unwrap();
    world.manifest(&text.replace("app-mac-agent", "apps-mac-agent"));
    world.write("hub/tests/launchers/notes.json", "{\"mine\": true}\n");
    world.write("hub/tests/launchers/copy.json", std::fs::read(world.path(TEST)).unwrap());
    world.write("hub/tests/launchers/.hidden.json", "mine").write("hub/tests/launchers/README.md", "mine");
    world.assembly(["check", "--portable"]).exits_with(1).says(&[
        "error assembly::launcher-test::no-launcher: there is no launcher `app-mac-agent` that this would be the test of",
        "tests/launchers/app-mac-agent.json:5:19",
        "if the launcher is called `apps-mac-agent` now, run `assembly check --bless`",
        "error assembly::launcher-test::other-launcher: the test of `copy` holds the launcher `app-mac-agent`",
        "error assembly::saved-plan::not-a-plan: `tests/launchers/notes.json` is no saved plan",
        "note assembly::launcher-test::no-test: launcher `apps-mac-agent`",
    ]);
    // Of a launcher that is named, nothing is said of others.
    let named = world.assembly(["check", "--portable", "apps-mac-agent"]).succeeds();
    assert!(!named.stderr.contains("notes.json"), "{named}");
    world.assembly(["check", "--bless", "apps-mac-agent"]).succeeds();
    assert!(world.path(TEST).exists(), "only a bless of all deletes");
    world.assembly(["check", "--bless"]).exits_with(1).says(&[
        "assembly: deleted tests/launchers/app-mac-agent.json: there is no launcher `app-mac-agent`",
    ]);
    assert!(!world.path(TEST).exists());
    for kept in ["notes.json", "copy.json", ".hidden.json", "README.md", "apps-mac-agent.json"] {
        assert!(world.path("hub/tests/launchers").join(kept).exists(), "{kept}");
    }
}

#[test]
fn a_test_that_cannot_be_read_is_reported_and_blessed_anew() {
    let world = blessed();
    for (text, words) in [
        (&b"<<<<<<< HEAD\n"[..], "assembly::saved-plan::syntax"),
        (b"", "assembly::saved-plan::syntax"),
        (b"\xff\xfe", "line 1 is not UTF-8"),
        (
            b"{\"format\": \"assembly.plan/1\", \"launchers\": []}",
            "the test of `app-mac-agent` holds no launcher",
        ),
    ] {
        world.write(TEST, text);
        let ran = world.assembly(["check", "--portable"]).exits_with(1);
        ran.says(&[words, "tests/launchers/app-mac-agent.json:1:1"]);
        world.assembly(["check", "--bless"]).succeeds().says(&["blessed"]);
    }
    world.write(TEST, "{\"format\": \"assembly.plan/9\"}");
    world
        .assembly(["check", "--portable"])
        .exits_with(1)
        .says(&["saved-plan::newer", "help: update assembly"]);
}

#[test]
fn what_is_no_file_is_reported_and_left_alone() {
    let world = blessed();
    std::fs::remove_file(world.path(TEST)).unwrap();
    let status = std::process::Command::new("mkfifo").arg(world.path(TEST)).status().unwrap();
    assert!(status.success());
    world
        .assembly(["check", "--portable"])
        .exits_with(1)
        .says(&["assembly::saved-plan::unreadable", "no regular file"]);
    let ran = world.assembly(["check", "--bless"]).exits_with(1);
    let ran = ran.says(&["nothing was blessed", "help: mend what is reported"]);
    let reports = ran.stderr.matches("saved-plan::unreadable:").count()
        + ran.stdout.matches("saved-plan::unreadable:").count();
    assert_eq!(reports, 1, "{ran}");
    std::fs::remove_file(world.path(TEST)).unwrap();
    std::fs::create_dir(world.path(TEST)).unwrap();
    world
        .assembly(["check", "--portable"])
        .exits_with(1)
        .says(&["`tests/launchers/app-mac-agent.json` cannot be read: it is no regular file\n"]);
    std::fs::remove_dir(world.path(TEST)).unwrap();
    std::os::unix::fs::symlink("nowhere", world.path(TEST)).unwrap();
    world
        .assembly(["check", "--portable"])
        .exits_with(1)
        .says(&["`tests/launchers/app-mac-agent.json` cannot be read: it is a link that leads nowhere\n"]);
}

#[test]
fn nothing_is_blessed_while_something_stops_a_launcher() {
    let world = World::full();
    let text = std::fs::read_to_string(world.path("hub/launchers.kdl")).unwrap();
    world.manifest(&(text + "launcher \"bad-mac-agent\" {\n    target \"x\"\n    cli \"agent\" harness=\"claude\"\n    modul \"a\"\n}\n"));
    let ran = world.assembly(["check", "--bless"]).exits_with(1);
    ran.says(&[
        "assembly::manifest::unknown-node",
        "error: nothing was blessed",
        "help: mend what is reported",
    ]);
    assert!(!world.path("hub/tests").exists());
    // The others can be blessed by name.
    world.assembly(["check", "--bless", "app-mac-agent"]).succeeds();
    assert!(world.path(TEST).exists());
    world.manifest("launcher {");
    world.assembly(["check", "--bless"]).exits_with(1).says(&["nothing was blessed"]);
    world.assembly(["check", "--bless", "none"]).exits_with(1);
}

#[test]
fn names_with_anything_in_them_have_tests() {
    let world = World::new();
    let name = "it's $HOME `x` \u{fc}";
    world.manifest(&format!("launcher \"{name}\" {{\n    target \"~/x\"\n    cli \"claude\"\n}}\n"));
    world.assembly(["check", "--portable", "--bless"]).succeeds();
    assert!(world.path(format!("hub/tests/launchers/{name}.json")).exists());
    world.assembly(["check", "--portable", "--bless", name]).succeeds();
}

#[test]
fn a_folder_of_tests_that_is_none_is_reported() {
    let world = World::full();
    std::fs::create_dir(world.path("hub/tests")).unwrap();
    let folder = world.path("hub/tests/launchers");
    std::fs::write(&folder, "mine").unwrap();
    let says = |reason: &str| {
        let words = format!("`tests/launchers` cannot be read: {reason}\n");
        world.assembly(["check", "--portable"]).exits_with(1).says(&[&words]);
        world.assembly(["check", "--portable", "--bless"]).exits_with(1).says(&["nothing was blessed"]);
    };
    says("it is no folder");
    assert_eq!(std::fs::read(&folder).unwrap(), b"mine");
    std::fs::remove_file(&folder).unwrap();
    std::os::unix::fs::symlink("nowhere", &folder).unwrap();
    says("it is a link that leads nowhere");
}

/// Its file would be a hidden one, which is no test.
#[test]
fn a_launcher_with_a_hidden_name_has_no_test() {
    let world = World::new();
    world.manifest("launcher \".app-claude\" {\n    target \"~/x\"\n    cli \"claude\"\n}\n");
    world.write("hub/tests/launchers/README.md", "Tests.\n");
    let ran = world.assembly(["check", "--portable", "--bless"]).succeeds();
    assert!(!ran.stderr.contains("no-test") && !ran.stdout.contains("no-test"), "{ran}");
    assert!(!world.path("hub/tests/launchers/.app-claude.json").exists());
}

/// The repository is a hub, and its launchers have tests.
#[test]
fn the_sample_hub_passes_its_own_tests() {
    let world = World::new();
    let repository = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    for name in ["launchers.kdl", "modules", "hooks", "skills", "persons", "tests/launchers"] {
        let (from, to) = (repository.join(name), world.path("copy").join(name));
        std::fs::create_dir_all(to.parent().unwrap()).unwrap();
        assert!(std::process::Command::new("cp").arg("-R").arg(from).arg(to).status().unwrap().success());
    }
    let hub = world.path("copy");
    let check = ["check", "--portable", "--json", "--hub", hub.to_str().unwrap()];
    let document = world.assembly(check).succeeds().json();
    assert_eq!(
        document["diagnostics"],
        serde_json::json!([]),
        "run `assembly check --portable --bless` and look at the difference"
    );
    let tests = std::fs::read_dir(hub.join("tests/launchers")).unwrap().count();
    assert_eq!(tests, 3);
    world.write("copy/modules/core-behavior.md", "# Other\n");
    world.assembly(check).exits_with(1);
}
