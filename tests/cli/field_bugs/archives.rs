//! Archives: whatever the names in them, they are whole or not there.

use crate::support::{BINARY, Snapshot, World};

/// A world with a built bundle of a skill that has this file, or nothing when building refuses and leaves nothing.
fn bundle(file: &str) -> Option<World> {
    let world = World::new();
    world.skill("review").write(format!("hub/skills/review/{file}"), "content\n".repeat(200));
    world.launcher("    skills \"review\"");
    let built = world.assembly(["bundle", "build", "app-mac-agent", "--out", "../built"]);
    let output = built.into_command().output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() {
        return Some(world);
    }
    assert_eq!(output.status.code(), Some(1), "{file}: {said}");
    assert!(said.contains("assembly::") && !world.path("built").exists(), "{file}: {said}");
    None
}

#[test]
fn a_long_name_or_one_beyond_ascii_comes_through_or_leaves_nothing() {
    let long = |count: usize| "n".repeat(count);
    let deep = |count: usize| format!("{}x", "folder/".repeat(count));
    let mut through = 0;
    for file in [
        long(50),
        long(99),
        long(100),
        long(101),
        long(155),
        long(200),
        long(255),
        "\u{fc}".repeat(40),
        "\u{65e5}\u{672c}\u{8a9e}.md".to_owned(),
        "u\u{308}.md".to_owned(),
        "\u{1f600}.md".to_owned(),
        format!("{}/{}", long(120), long(120)),
        deep(10),
        deep(30),
        format!("{}{}", deep(20), "\u{fc}".repeat(60)),
    ] {
        let Some(world) = bundle(&file) else { continue };
        world.assembly(["bundle", "export", "../built", "--out", "../a.tar.gz"]).succeeds();
        world.assembly(["bundle", "import", "../a.tar.gz", "--out", "../again"]).succeeds();
        assert_eq!(Snapshot::of(&world.path("again")), Snapshot::of(&world.path("built")), "{file}");
        assert!(
            Snapshot::of(&world.path("again")).paths().iter().any(|path| path.ends_with(&file)),
            "{file}"
        );
        through += 1;
    }
    assert!(through >= 7, "only {through} names came through");
}

#[test]
fn an_export_that_ends_halfway_leaves_no_truncated_archive() {
    for before in [None, Some("mine\n")] {
        let world = bundle("asset.txt").unwrap();
        if let Some(before) = before {
            world.write("a.tar.gz", before);
        }
        // A file may have one block: the archive has more.
        let script = "ulimit -f 1; exec \"$0\" bundle export ../built --out ../a.tar.gz --force";
        let output = world.command("sh", ["-c", script, BINARY]).output().unwrap();
        assert!(!output.status.success());
        assert_eq!(std::fs::read_to_string(world.path("a.tar.gz")).ok().as_deref(), before);
        world.assembly(["bundle", "export", "../built", "--out", "../a.tar.gz", "--force"]).succeeds();
        world.assembly(["bundle", "import", "../a.tar.gz", "--out", "../again"]).succeeds();
    }
}

#[test]
fn a_stored_bundle_that_was_tampered_with_is_not_used_again() {
    for change in [
        "echo x >> \"$FILE\"",
        "rm \"$FILE\"",
        "printf '%s' \"$(tr n m < \"$FILE\")\" > \"$FILE\"",
        "chmod +x \"$FILE\"",
    ] {
        let world = World::new();
        world.module("one.md", "content\n").launcher("    modules \"one.md\"");
        let build = ["bundle", "build", "app-mac-agent", "--store", "../store"];
        std::fs::create_dir_all(world.path("store")).unwrap();
        world.assembly(build).succeeds();
        let stored = || {
            let paths = Snapshot::of(&world.path("store"));
            let mut found: Vec<String> = paths.paths().into_iter().map(str::to_owned).collect();
            found.retain(|path| path.ends_with("/INSTRUCTIONS.md") || path.ends_with("/instructions.md"));
            world.path("store").join(found.first().unwrap_or_else(|| panic!("{paths:?}")))
        };
        let file = stored();
        let folder = file.parent().unwrap().to_owned();
        let before = Snapshot::of(&folder);
        let tampered = world.command("sh", ["-c", change]).env("FILE", &file).status();
        assert!(tampered.unwrap().success());
        assert_ne!(Snapshot::of(&folder), before, "{change}");
        world.assembly(build).succeeds();
        assert_eq!(Snapshot::of(&folder), before, "{change}");
    }
}
