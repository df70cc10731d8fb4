//! Links, modes and special files: followed where they stay, named where they do not, and kept.

use std::os::unix::fs::PermissionsExt;

use crate::support::{Snapshot, World};

#[test]
fn modes_that_the_user_gave_are_kept() {
    let paths = ["CLAUDE.local.md", ".claude/settings.local.json", ".gitignore", ".git/info/exclude"];
    for mode in [0o664, 0o600, 0o640, 0o644, 0o755] {
        for form in ["", "gitignore \"exclude\"; settings \"merge\""] {
            let world = World::full();
            world.git_init();
            for path in paths {
                let text = if path.ends_with("json") { "{}\n" } else { "mine\n" };
                world.write(format!("target/{path}"), text).mode(format!("target/{path}"), mode);
            }
            let manifest = std::fs::read_to_string(world.path("hub/launchers.kdl")).unwrap();
            world.manifest(&manifest.replacen("    modules", &format!("    {form}\n    modules"), 1));
            world.mode("hub/launchers.kdl", mode);
            let modes = || {
                paths.map(|path| std::fs::metadata(world.target(path)).unwrap().permissions().mode() & 0o7777)
            };
            for text in ["# 1\n", "# 2\n"] {
                world.module("one.md", text);
                world.run();
                assert_eq!(modes(), [mode; 4], "{form}");
            }
            let launcher = ["new", "launcher", "b-agent", "--target", "../target", "--cli", "agent"];
            world.assembly(launcher).succeeds();
            let of_manifest =
                std::fs::metadata(world.path("hub/launchers.kdl")).unwrap().permissions().mode();
            assert_eq!(of_manifest & 0o7777, mode);
            world.assembly(["clean", "app-mac-agent"]).succeeds();
            assert_eq!(modes(), [mode; 4], "{form}");
        }
    }
}

#[test]
fn a_linked_folder_of_skills_is_read_or_said_and_never_passed_over() {
    for (link, destination) in [
        ("hub/skills", "kept/skills"),
        ("hub/skills", "deep/link"),
        ("hub/skills", "../elsewhere/skills"),
        ("hub/skills/review", "../kept/skills/review"),
        ("hub/skills/review", "../../elsewhere/skills/review"),
    ] {
        for mode in ["link", "copy"] {
            let world = World::full();
            world.launcher(&format!("    skills mode=\"{mode}\" \"*\""));
            let is_outside = destination.contains("elsewhere");
            let kept = if is_outside { "elsewhere/skills" } else { "hub/kept/skills" };
            std::fs::create_dir_all(world.path(kept).parent().unwrap()).unwrap();
            std::fs::rename(world.path("hub/skills"), world.path(kept)).unwrap();
            world.link("hub/deep/link", "../kept/skills");
            if link != "hub/skills" {
                world.skill("release-notes");
            }
            world.link(link, destination);
            let check = world.assembly(["check"]);
            if is_outside {
                // What leads out of a hub is not in every checkout of it.
                check.exits_with(1).says(&[link.trim_start_matches("hub/"), "link"]);
                continue;
            }
            check.succeeds();
            world.run();
            for skill in ["review", "release-notes"] {
                let skill = world.target(format!(".claude/skills/{skill}/SKILL.md"));
                assert!(skill.is_file(), "{} by {link} → {destination}, {mode}", skill.display());
            }
        }
    }
    // In the target as well.
    for mode in ["link", "copy"] {
        let world = World::full();
        world.launcher(&format!("    skills mode=\"{mode}\" \"*\""));
        world
            .write("target/shared/skills/mine/SKILL.md", "mine\n")
            .link("target/.claude/skills", "../shared/skills");
        let before = world.snapshot();
        world.run();
        assert!(world.target("shared/skills/review/SKILL.md").is_file());
        world.assembly(["clean", "app-mac-agent"]).succeeds();
        assert_eq!(world.snapshot(), before);
    }
}

#[test]
fn what_is_written_never_leaves_the_target_through_a_link() {
    for (link, mode) in [
        ".claude",
        ".claude/skills",
        ".gitignore",
        "CLAUDE.local.md",
        ".claude/settings.local.json",
        ".assembly",
    ]
    .iter()
    .flat_map(|link| ["link", "copy"].map(|mode| (link, mode)))
    {
        let world = World::full();
        let manifest = std::fs::read_to_string(world.path("hub/launchers.kdl")).unwrap();
        world.manifest(&manifest.replace("skills \"review\"", &format!("skills mode=\"{mode}\" \"review\"")));
        world.write("outside/file", "{}\n").write("outside/folder/x", "x\n");
        let is_folder = matches!(*link, ".claude" | ".claude/skills" | ".assembly");
        world.link(
            format!("target/{link}"),
            world.path(if is_folder { "outside/folder" } else { "outside/file" }),
        );
        let before = Snapshot::of_identity(&world.path("outside"));
        for words in [&["run", "app-mac-agent", "--no-launch"][..], &["clean", "app-mac-agent"]] {
            _ = world.assembly(words).into_command().output().unwrap();
            assert_eq!(Snapshot::of_identity(&world.path("outside")), before, "{link}, {mode}, {words:?}");
        }
    }
}
