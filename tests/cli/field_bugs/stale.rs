//! What is no longer declared: it goes, and until then nobody calls it up to date.

use crate::support::{Snapshot, World};

const SKILL: &str = ".claude/skills/review";

#[test]
fn what_was_removed_is_never_called_up_to_date_and_goes() {
    let selected = "    modules \"one.md\" \"two.md\"\n    skills \"review\" \"release-notes\"\n    hooks {\n        \
                    Stop \"prompt.sh\" \"guard.py\"\n    }";
    let all = "    modules \"*\"\n    skills \"*\"\n    hooks {\n        Stop \"*\"\n    }";
    for mode in ["link", "copy"] {
        for (from_manifest, file) in [
            ("\"review\" ", "skills/review"),
            (" \"two.md\"", "modules/two.md"),
            (" \"guard.py\"", "hooks/guard.py"),
        ] {
            for way in ["the manifest", "the hub", "the hub, of a glob"] {
                let world = World::full();
                let nodes = if way == "the hub, of a glob" { all } else { selected };
                let nodes = nodes.replace("skills ", &format!("skills mode=\"{mode}\" "));
                world.launcher(&nodes);
                world.run();
                let written = world.snapshot();
                if way == "the manifest" {
                    world.launcher(&nodes.replace(from_manifest, ""));
                } else {
                    let path = world.path("hub").join(file);
                    let removed = if path.is_dir() {
                        std::fs::remove_dir_all(path)
                    } else {
                        std::fs::remove_file(path)
                    };
                    removed.unwrap();
                }
                let context = format!("{file} from {way}, {mode}");
                world.assembly(["status"]).exits_with(1).prints(&["stale"]);
                world.assembly(["plan", "--exit-code"]).exits_with(1);
                if way == "the hub" {
                    world.assembly(["check"]).exits_with(1).says(&["::missing"]);
                }
                world.run();
                assert_ne!(world.snapshot(), written, "{context}");
                let left = format!("{:?}", world.snapshot().without_ledger());
                for trace in ["review", "# Two", "guard.py"] {
                    let is_gone = file.contains(trace.trim_start_matches("# ").to_lowercase().as_str());
                    assert_eq!(left.contains(trace), !is_gone, "{context}: {trace} in {left}");
                }
                world.assembly(["status"]).succeeds();
            }
        }
    }
}

#[test]
fn a_broken_link_counts_as_something_that_is_there() {
    for path in ["CLAUDE.local.md", ".claude/settings.local.json", SKILL, ".claude/skills/release-notes"] {
        for nowhere in ["nowhere", "../../nowhere at all", "/nonexistent/x"] {
            let world = World::full();
            world.link(format!("target/{path}"), nowhere);
            let before = world.snapshot();
            world.assembly(["plan"]).succeeds().prints(&[&format!("replace   {path}")]);
            world.assembly(["status"]).exits_with(1).prints(&["unmanaged", path]);
            world.assembly(["run", "app-mac-agent", "--conflict", "refuse"]).exits_with(1).says(&[path]);
            assert_eq!(world.snapshot(), before, "{path}");
            world.run();
            assert_ne!(std::fs::read_link(world.target(path)).ok(), Some(nowhere.into()), "{path}");
            world.assembly(["clean", "app-mac-agent"]).succeeds();
            assert_eq!(world.snapshot(), before, "{path}");
        }
    }
    // A hub has them too, and says what they are.
    for path in ["modules/one.md", "hooks/guard.py", "skills/review"] {
        let world = World::full();
        let at = world.path("hub").join(path);
        if at.is_dir() {
            std::fs::remove_dir_all(&at).unwrap();
        } else {
            std::fs::remove_file(&at).unwrap();
        }
        world.link(format!("hub/{path}"), "../nowhere");
        world
            .assembly(["check"])
            .exits_with(1)
            .says(&["link", "nowhere"])
            .keeps_silent_about(&["there is no "]);
    }
}

#[test]
fn a_link_in_the_place_of_an_artifact_is_removed_and_never_followed() {
    for mode in ["link", "copy"] {
        for linked in [SKILL, ".claude/skills", ".claude/skills/review/scripts"] {
            let world = World::full();
            world.write("hub/skills/review/scripts/a.sh", "a\n");
            world.launcher(&format!("    skills mode=\"{mode}\" \"*\""));
            world.run();
            if mode == "link" && linked.ends_with("scripts") {
                continue;
            }
            world.write("precious/review/SKILL.md", "precious\n").write("precious/a.sh", "a\n");
            std::fs::remove_dir_all(world.target(linked))
                .or_else(|_| std::fs::remove_file(world.target(linked)))
                .unwrap();
            world.link(format!("target/{linked}"), world.path("precious"));
            let before = Snapshot::of(&world.path("precious"));
            let hub = Snapshot::of(&world.path("hub/skills"));
            for nodes in [
                &format!("    skills mode=\"{mode}\" \"*\""),
                "    skills \"review\"",
                "    gitignore #false",
            ] {
                world.launcher(nodes);
                // Whether it is refused or set aside, what the link leads to is not ours.
                _ = world.assembly(["run", "app-mac-agent", "--no-launch"]).into_command().output().unwrap();
                assert_eq!(Snapshot::of(&world.path("precious")), before, "{mode} {linked} {nodes}");
            }
            _ = world.assembly(["clean", "app-mac-agent"]).into_command().output().unwrap();
            assert_eq!(Snapshot::of(&world.path("precious")), before, "{mode} {linked}");
            assert_eq!(Snapshot::of(&world.path("hub/skills")), hub, "{mode} {linked}");
        }
    }
}
