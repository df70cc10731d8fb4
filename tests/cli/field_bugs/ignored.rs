//! Ignore files: one line for each thing of ours, as long as it is there, and none more.

use crate::support::World;

/// Each place for the lines, with the node that asks for it.
const PLACES: [(&str, &str); 2] = [("", ".gitignore"), ("gitignore \"exclude\"", ".git/info/exclude")];

fn declare(world: &World, form: &str, nodes: &str) {
    world.launcher(&format!("    {form}\n    {nodes}"));
}

fn world(form: &str) -> World {
    let world = World::full();
    world.git_init();
    declare(&world, form, "modules \"one.md\"; hooks; skills \"review\"");
    world
}

fn lines(world: &World, file: &str, what: &str) -> usize {
    let text = std::fs::read_to_string(world.target(file)).unwrap_or_default();
    text.lines().filter(|line| line.trim_start_matches('/').trim_end() == what).count()
}

#[test]
fn entries_are_there_once_however_often_they_are_written() {
    for (form, file) in PLACES {
        for before in [
            "",
            "dist",
            "dist\n",
            "dist\r\n",
            "dist\r\nbuild",
            "\n\n",
            "/CLAUDE.local.md",
            "# CLAUDE.local.md",
        ] {
            let world = world(form);
            world.write(format!("target/{file}"), before);
            for round in 0..3 {
                world.run();
                let text = std::fs::read_to_string(world.target(file)).unwrap();
                assert!(text.starts_with(before), "{form}, {before:?}, round {round}: {text:?}");
                assert_eq!(lines(&world, file, "CLAUDE.local.md"), 1, "{before:?}, round {round}: {text:?}");
                assert_eq!(lines(&world, file, ".claude/settings.local.json"), 1, "{text:?}");
                world.module("one.md", format!("# {round}\n"));
                if round == 1 {
                    // Installed anew, by somebody who does not know that it ever was.
                    std::fs::remove_dir_all(world.target(".assembly")).unwrap();
                }
            }
            assert!(!world.git_status().contains("CLAUDE"), "{}", world.git_status());
        }
    }
}

#[test]
fn cleaning_takes_every_entry_of_ours_and_none_of_others() {
    for (form, file) in PLACES {
        for before in ["", "dist", "dist\n", "dist\r\nbuild", "CLAUDE.local.md\n*.log", "/.claude/skills/\n"]
        {
            let world = world(form);
            world.write(format!("target/{file}"), before);
            world.run();
            declare(&world, form, "modules \"one.md\"");
            world.run();
            declare(&world, form, "modules \"one.md\"; skills \"*\"");
            world.run();
            world.assembly(["clean", "app-mac-agent"]).succeeds();
            assert_eq!(std::fs::read_to_string(world.target(file)).unwrap(), before, "{form}, {before:?}");
        }
    }
}

#[test]
fn entries_stay_as_long_as_files_that_they_hide() {
    for (form, file) in PLACES {
        let world = world(form);
        world.run();
        // One of three is no longer declared: the others are hidden as before.
        declare(&world, form, "modules \"one.md\"; skills \"review\"");
        world.run();
        assert!(!world.git_status().contains(".claude") && !world.git_status().contains("CLAUDE"), "{form}");
        // An edited one stays when it is no longer declared, and so does its line.
        world.write("target/CLAUDE.local.md", "edited\n");
        declare(&world, form, "skills \"review\"");
        world.run();
        assert!(world.target("CLAUDE.local.md").is_file());
        assert_eq!(lines(&world, file, "CLAUDE.local.md"), 1, "{form}");
        assert!(!world.git_status().contains("CLAUDE"), "{form}: {}", world.git_status());
    }
}
