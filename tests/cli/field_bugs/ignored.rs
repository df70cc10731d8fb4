//! Ignore files: one line for each thing of ours, as long as it is there, and none more.

use std::path::{Path, PathBuf};

use crate::support::World;

const SETTINGS: &str = ".claude/settings.local.json";

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

/// Where a target lies in its repository.
const TARGETS: [&str; 2] = ["", "sub [folder]"];

#[test]
fn cleaning_leaves_hidden_what_stays_since_it_was_edited() {
    for (form, file) in PLACES {
        for (before, inner) in
            ["", "dist", "dist\r\n"].into_iter().flat_map(|before| TARGETS.map(|at| (before, at)))
        {
            let context = format!("{form}, {before:?}, {inner:?}");
            let world = World::full();
            world.git_init();
            // In a subfolder the ignore file of the target is the one that counts, `info/exclude` is the repository's.
            let file = if file == ".gitignore" { Path::new(inner).join(file) } else { PathBuf::from(file) };
            let at = |path: &str| world.target(Path::new(inner).join(path));
            std::fs::create_dir_all(at("")).unwrap();
            world.manifest(&format!(
                "launcher \"app-mac-agent\" {{\n    target \"../target/{inner}\"\n    cli \"agent\" harness=\"claude\"\n    {form}\n    \
                 modules \"one.md\"; hooks {{ Stop \"prompt.sh\" }}; skills mode=\"copy\" \"*\"\n}}\n"
            ));
            std::fs::write(world.target(&file), before).unwrap();
            world.run();
            std::fs::write(at("CLAUDE.local.md"), "edited\n").unwrap();
            std::fs::write(at(".claude/skills/review/SKILL.md"), "edited\n").unwrap();
            let settings = std::fs::read_to_string(at(SETTINGS)).unwrap();
            std::fs::write(at(SETTINGS), settings.replacen('{', "{\"model\": \"opus\",", 1)).unwrap();
            let ran = world.assembly(["clean", "app-mac-agent"]).succeeds();
            let stays = ["CLAUDE.local.md stays: edited", ".claude/skills/review stays: launcher"];
            let left = ["; leaves `", "/.claude/skills/review/SKILL.md`", " for what was edited\n"];
            ran.says(&stays).prints(&left);
            assert!(!std::fs::read_to_string(at(SETTINGS)).unwrap().contains("hooks"), "{context}");
            let status = world.git_status();
            assert!(!status.contains("CLAUDE") && !status.contains(".claude"), "{context}: {status}");
            let text = std::fs::read_to_string(world.target(&file)).unwrap();
            assert!(text.starts_with(before), "{context}: {text:?}");
            assert_eq!(text.lines().filter(|line| line.contains("CLAUDE.local.md")).count(), 1, "{text:?}");
            // Nothing else is hidden: neither what the user adds, nor what is gone; and no block is left behind.
            for path in [".claude/skills/mine/SKILL.md", ".claude/skills/review/notes.md"] {
                std::fs::create_dir_all(at(path).parent().unwrap()).unwrap();
                std::fs::write(at(path), "mine\n").unwrap();
            }
            let status = world.git_status();
            assert!(
                status.contains("mine/SKILL.md") && status.contains("review/notes.md"),
                "{context}: {status}"
            );
            assert!(!text.contains("release-notes") && !text.contains(">>>"), "{context}: {text}");
            let after = world.snapshot();
            world
                .assembly(["clean", "--target", at("").to_str().unwrap()])
                .succeeds()
                .prints(&["nothing to take back"]);
            assert_eq!(world.snapshot(), after, "{context}");
        }
    }
}

#[test]
fn cleaning_shows_again_what_is_not_an_edit_of_ours() {
    for (form, file) in PLACES {
        for mode in ["", " mode=\"copy\""] {
            let world = world(form);
            // A folder that was set aside and came back, a folder in the place of a link, a file restored by hand.
            world.write("target/.claude/skills/review/SKILL.md", "mine\n");
            world.write("target/CLAUDE.local.md", "mine\n");
            declare(&world, form, &format!("modules \"one.md\"; skills{mode} \"*\""));
            world.run();
            world.assembly(["backups", "restore", ".claude/skills/review", "app-mac-agent"]).succeeds();
            world.write("target/CLAUDE.local.md", "mine\n");
            if mode.is_empty() {
                std::fs::remove_file(world.target(".claude/skills/release-notes")).unwrap();
                world.write("target/.claude/skills/release-notes/SKILL.md", "mine\n");
            }
            world.assembly(["clean", "app-mac-agent"]).succeeds();
            let text = std::fs::read_to_string(world.target(file)).unwrap_or_default();
            assert!(!text.contains("CLAUDE") && !text.contains(".claude"), "{form}, {mode}: {text}");
        }
    }
}

#[test]
fn cleaning_puts_no_entry_back_that_somebody_took_out() {
    for (form, file) in PLACES {
        for takes_all in [true, false] {
            let world = world(form);
            world.run();
            world.write("target/CLAUDE.local.md", "edited\n");
            let text = std::fs::read_to_string(world.target(file)).unwrap();
            let kept = text.lines().filter(|line| !takes_all && !line.ends_with("CLAUDE.local.md"));
            world.write(format!("target/{file}"), kept.collect::<Vec<_>>().join("\n"));
            world.assembly(["clean", "app-mac-agent"]).succeeds();
            assert_eq!(lines(&world, file, "CLAUDE.local.md"), 0, "{form}");
        }
    }
}

#[test]
fn what_a_session_added_to_a_merged_file_of_ours_stays_hidden_when_it_is_cleaned() {
    for (form, file) in PLACES {
        for before in [None, Some("{\"model\": \"opus\"}\n")] {
            let world = world(form);
            declare(&world, form, "hooks { Stop \"prompt.sh\" }; settings \"merge\"");
            if let Some(text) = before {
                world.write(format!("target/{SETTINGS}"), text);
            }
            // Twice, so that what the ledger has to know is carried on.
            world.run();
            declare(&world, form, "hooks { SessionEnd \"prompt.sh\" }; settings \"merge\"");
            world.run();
            let text = std::fs::read_to_string(world.target(SETTINGS)).unwrap();
            let granted = text.replacen('{', "{\"permissions\": {\"allow\": [\"Read\"]},", 1);
            world.write(format!("target/{SETTINGS}"), granted);
            world.run();
            world.assembly(["clean", "app-mac-agent"]).succeeds();
            assert!(std::fs::read_to_string(world.target(SETTINGS)).unwrap().contains("Read"));
            // A file that was there before us was seen before, and is seen again.
            assert_eq!(lines(&world, file, SETTINGS), usize::from(before.is_none()), "{form}, {before:?}");
            assert_eq!(
                world.git_status().contains("settings.local.json"),
                before.is_some(),
                "{form}, {before:?}"
            );
        }
    }
}

#[test]
fn cleaning_leaves_hidden_what_was_edited_behind_a_link() {
    for (form, file) in PLACES {
        let world = world(form);
        world.write("target/conf/keep", "").link("target/.claude", "conf");
        declare(&world, form, "hooks { Stop \"prompt.sh\" }; skills mode=\"copy\" \"*\"");
        world.run();
        world.write(format!("target/{SETTINGS}"), "{\"model\": \"opus\"}\n");
        world.write("target/.claude/skills/review/SKILL.md", "edited\n");
        world.assembly(["clean", "app-mac-agent"]).succeeds();
        let status = world.git_status();
        assert!(!status.contains("settings") && !status.contains("skills"), "{form}: {status}");
        assert_eq!(lines(&world, file, "conf/settings.local.json"), 1, "{form}");
        assert_eq!(lines(&world, file, "conf/skills/review/SKILL.md"), 1, "{form}");
    }
}

/// What the user makes of a file, or that it is gone.
type Edit<'a> = &'a dyn Fn(&str) -> Option<String>;

#[test]
fn cleaning_hides_nothing_that_somebody_has_shown_and_nothing_twice() {
    for (form, file) in PLACES {
        let without =
            |text: &str| text.lines().filter(|line| !line.contains("CLAUDE")).collect::<Vec<_>>().join("\n");
        let ours = if form.is_empty() { "CLAUDE.local.md" } else { "/CLAUDE.local.md" };
        let edits: [Edit<'_>; 4] =
            [&|_| None, &|text| Some(without(text)), &|text| Some(format!("{ours}\n{text}")), &|text| {
                Some(format!("{text}{ours}\n"))
            }];
        for (number, edit) in edits.iter().enumerate() {
            let world = world(form);
            world.run();
            let text = std::fs::read_to_string(world.target(file)).unwrap();
            match edit(&text) {
                Some(text) => _ = world.write(format!("target/{file}"), text),
                None => std::fs::remove_file(world.target(file)).unwrap(),
            }
            let was_shown = world.git_status().contains("CLAUDE");
            world.write("target/CLAUDE.local.md", "edited\n");
            world.assembly(["clean", "app-mac-agent"]).succeeds().keeps_silent_about(&["adds `"]);
            assert_eq!(world.git_status().contains("CLAUDE"), was_shown, "{form}, {number}");
            let count = lines(&world, file, "CLAUDE.local.md");
            assert_eq!(count, usize::from(!was_shown), "{form}, {number}");
            assert_eq!(world.target(file).exists(), number != 0 && !(number == 1 && form.is_empty()));
        }
    }
}

#[test]
fn what_a_session_added_stays_hidden_also_when_the_file_was_overwritten_in_between() {
    for (form, file) in PLACES {
        for before in [None, Some("{\"model\": \"opus\"}\n")] {
            for modes in [&["overwrite"][..], &["overwrite", "merge"], &["overwrite", "merge", "overwrite"]] {
                let world = world(form);
                if let Some(text) = before {
                    world.write(format!("target/{SETTINGS}"), text);
                }
                let run = |mode: &str| {
                    declare(&world, form, &format!("hooks {{ Stop \"prompt.sh\" }}; settings \"{mode}\""));
                    world.run();
                };
                run("merge");
                let text = std::fs::read_to_string(world.target(SETTINGS)).unwrap();
                let granted = text.replacen('{', "{\"permissions\": {\"allow\": [\"Read\"]},", 1);
                world.write(format!("target/{SETTINGS}"), granted);
                for mode in modes {
                    run(mode);
                }
                world.assembly(["clean", "app-mac-agent"]).succeeds();
                let context = format!("{form}, {before:?}, {modes:?}");
                assert!(
                    std::fs::read_to_string(world.target(SETTINGS)).unwrap().contains("Read"),
                    "{context}"
                );
                assert_eq!(lines(&world, file, SETTINGS), usize::from(before.is_none()), "{context}");
            }
        }
    }
}
