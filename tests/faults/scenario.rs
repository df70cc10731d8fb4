//! What is disturbed: a world, a command, and what has to hold in between.

use assembly::bundle::verify;

use crate::strace::{failed, killed};
use crate::world::World;

/// A command in a world.
pub(crate) struct Scenario {
    pub(crate) name: &'static str,
    pub(crate) prepare: fn(&World),
    pub(crate) words: &'static [&'static str],
    /// A bundle that is whole at any moment.
    pub(crate) bundle: Option<&'static str>,
    /// Whether the command can be given again once it is done.
    pub(crate) repeats: bool,
}

const RUN: &[&str] = &["--hub", "hub", "run", "app-claude", "--no-launch"];
const CLEAN: &[&str] = &["--hub", "hub", "clean", "app-claude"];
const BUILD: &[&str] = &["--hub", "hub", "bundle", "build", "app-claude", "--out", "bundle"];
const STORE: &[&str] = &["--hub", "hub", "bundle", "build", "app-claude", "--store", "store"];
const EXPORT: &[&str] = &["bundle", "export", "bundle", "--out", "bundle.tar.gz"];
const IMPORT: &[&str] = &["bundle", "import", "new.tar.gz", "--out", "bundle"];
const INSTALL: &[&str] = &["skill", "install", "hub/skills/review", "--into", "skills", "--owner", "team"];
const ADOPT: &[&str] =
    &["skill", "install", "hub/skills/review", "--into", "skills", "--owner", "team", "--adopt"];
const UNINSTALL: &[&str] = &["skill", "uninstall", "review", "--from", "skills", "--owner", "team"];
const FMT: &[&str] = &["--hub", "hub", "fmt"];
const BLESS: &[&str] = &["--hub", "hub", "check", "--portable", "--bless"];
const SAVE: &[&str] = &["--hub", "hub", "plan", "--portable", "--save", "plan.json"];
const NEW: &[&str] =
    &["--hub", "hub", "new", "launcher", "b-claude", "--target", "target", "--cli", "/bin/sh"];
const NEW_SKILL: &[&str] = &["--hub", "hub", "new", "skill", "deploy", "--description", "Ships it."];
const RESTORE: &[&str] = &["backups", "restore", "CLAUDE.local.md", "--target", "target"];

const MERGES: &str =
    "modules \"one.md\"; hooks { UserPromptSubmit \"prompt.sh\"; }; settings \"merge\" { model \"sonnet\"; }";
const EXCLUDES: &str = "modules \"one.md\"; skills \"*\"; gitignore \"exclude\"";

const fn of_target(name: &'static str, words: &'static [&'static str], prepare: fn(&World)) -> Scenario {
    Scenario { name, prepare, words, bundle: None, repeats: true }
}

/// A command that makes something, and is refused when that is there.
const fn of_hub(name: &'static str, words: &'static [&'static str], prepare: fn(&World)) -> Scenario {
    Scenario { name, prepare, words, bundle: None, repeats: false }
}

pub(crate) const SCENARIOS: &[Scenario] = &[
    of_target("run_cold", RUN, |_| {}),
    of_target("run_over_files_of_the_user", RUN, files_of_the_user),
    of_target("run_after_edits", RUN, |world| {
        files_of_the_user(world);
        world.done(RUN);
        edits(world);
        world.launcher("modules \"other.md\"; skills \"review\"");
    }),
    of_target("run_with_copies", RUN, |world| {
        files_of_the_user(world);
        world.done(RUN);
        world.launcher("modules \"one.md\"; skills \"*\" mode=\"copy\"");
    }),
    of_target("run_that_removes", RUN, |world| {
        files_of_the_user(world);
        world.launcher("modules \"one.md\"; skills \"*\" mode=\"copy\"; hooks");
        world.done(RUN);
        world.launcher("gitignore #false");
    }),
    of_target("clean", CLEAN, |world| {
        files_of_the_user(world);
        world.done(RUN);
    }),
    of_target("clean_after_edits", CLEAN, |world| {
        files_of_the_user(world);
        world.launcher("modules \"one.md\"; skills \"*\" mode=\"copy\"; hooks");
        world.done(RUN);
        edits(world);
        world.write("target/.claude/skills/release-notes/SKILL.md", "<mine: an edited copy>\n");
    }),
    of_target("run_that_merges", RUN, |world| {
        files_of_the_user(world);
        world.launcher(MERGES);
    }),
    of_target("run_that_merges_again", RUN, |world| {
        files_of_the_user(world);
        world.launcher(MERGES).done(RUN);
        grants(world);
        world.launcher("hooks; settings \"merge\" { model \"opus\"; permissions { allow \"Read\"; }; }");
    }),
    of_target("clean_what_was_merged", CLEAN, |world| {
        files_of_the_user(world);
        world.launcher(MERGES).done(RUN);
        grants(world);
    }),
    of_target("run_that_excludes", RUN, |world| {
        repository(world);
        world.done(RUN).launcher(EXCLUDES);
    }),
    of_target("clean_what_was_excluded", CLEAN, |world| {
        repository(world);
        world.launcher(EXCLUDES).done(RUN);
        let path = "target/.git/info/exclude";
        let text = std::fs::read_to_string(world.at(path)).unwrap();
        world.write(path, &format!("{text}<mine: after it>\n"));
    }),
    of_target("clean_edits_that_were_excluded", CLEAN, |world| {
        repository(world);
        world.launcher("modules \"one.md\"; skills \"*\" mode=\"copy\"; hooks; gitignore \"exclude\"");
        world.done(RUN);
        edits(world);
        world.write("target/.claude/skills/release-notes/SKILL.md", "<mine: an edited copy>\n");
    }),
    of_target("run_after_one_that_was_killed", RUN, |world| {
        world.write("target/CLAUDE.local.md", "<mine: notes>\n").launcher("modules \"one.md\"").done(RUN);
        world.write("target/CLAUDE.local.md", "<mine: an edit>\n");
        killed(world, RUN, "?unlink,unlinkat", "target/.CLAUDE.local.md.assembly-new");
        assert!(world.at("target/.assembly/journal.json").exists());
    }),
    of_target("run_after_one_that_could_not_clear", RUN, |world| {
        world.write("target/CLAUDE.local.md", "<mine: notes>\n").launcher("modules \"one.md\"").done(RUN);
        world.write("target/CLAUDE.local.md", "<mine: an edit>\n");
        let left = "target/.CLAUDE.local.md.assembly-new";
        killed(world, RUN, "?unlink,unlinkat", left);
        failed(world, RUN, "?unlink,unlinkat", left);
        assert!(world.at("target/.assembly/journal.json").exists() && world.at(left).exists());
        world.launcher("modules \"one.md\"; gitignore #false");
    }),
    of_target("run_after_a_lost_journal", RUN, |world| {
        world.launcher("modules \"one.md\"").done(RUN).launcher("modules \"two.md\"");
        world.write("target/.assembly/journal.json", "{\"format\": \"assembly.jour");
        world.write("target/.CLAUDE.local.md.assembly-new", "<mine: was just exchanged>\n");
    }),
    of_target("bundle_build", BUILD, |_| {}),
    Scenario {
        name: "bundle_build_over_another",
        prepare: |world| {
            world.done(BUILD).launcher("modules \"other.md\"; skills \"review\"");
        },
        words: BUILD,
        bundle: Some("bundle"),
        repeats: true,
    },
    Scenario {
        name: "bundle_build_into_a_store",
        prepare: |world| {
            world.done(STORE).launcher("modules \"other.md\"; skills \"review\"");
        },
        words: STORE,
        bundle: Some("store/current/app-claude"),
        repeats: true,
    },
    Scenario {
        name: "bundle_export",
        prepare: |world| {
            world.done(BUILD);
        },
        words: EXPORT,
        bundle: Some("bundle"),
        repeats: true,
    },
    Scenario {
        name: "bundle_import",
        prepare: |world| {
            world.done(BUILD).done(&["bundle", "export", "bundle", "--out", "new.tar.gz"]);
            world.launcher("modules \"other.md\"").done(BUILD);
        },
        words: IMPORT,
        bundle: Some("bundle"),
        repeats: true,
    },
    of_target("skill_install", INSTALL, |world| {
        std::fs::create_dir(world.at("skills")).unwrap();
    }),
    of_target("skill_install_over_another", ADOPT, |world| {
        world.write("skills/review/SKILL.md", "<mine: another skill>\n");
        world.write("skills/review/extra.md", "<mine: beside it>\n");
    }),
    of_target("skill_install_over_an_edited_copy", INSTALL, |world| {
        world.done(INSTALL).write("skills/review/SKILL.md", "<mine: an edited copy>\n");
    }),
    of_target("skill_uninstall", UNINSTALL, |world| {
        world.write("skills/review/SKILL.md", "<mine: another skill>\n");
        world.done(ADOPT);
    }),
    of_target("backups_restore", RESTORE, |world| {
        files_of_the_user(world);
        world.done(RUN);
    }),
    of_target("fmt", FMT, |world| {
        included(world);
        world.write("hub/persons/sam/person.kdl", "identity   { role  \"dev\" {   }\n}\n");
    }),
    of_target("check_bless", BLESS, |world| {
        included(world);
        world.done(BLESS).launcher("modules \"two.md\"");
        included(world);
    }),
    of_target("plan_save", SAVE, |world| {
        included(world);
        world.done(SAVE).launcher("modules \"two.md\"");
        included(world);
    }),
    of_hub("new_launcher", NEW, included),
    of_hub("new_skill", NEW_SKILL, |_| {}),
];

/// A hub with a second launcher in a file of its own, which need not be there.
fn included(world: &World) {
    let path = "hub/launchers.kdl";
    let text = std::fs::read_to_string(world.at(path)).unwrap();
    let other = "launcher  \"other-claude\" { target \"../target\"; cli \"sh\" harness=\"claude\"; modules \"*\"; }\n";
    world.write("hub/more/other.kdl", &format!("// <mine: a comment>\n{other}"));
    world.write(path, &format!("// <mine: of the hub>\ninclude \"more/*.kdl\" required=#false\n{text}"));
}

fn files_of_the_user(world: &World) {
    world
        .write("target/CLAUDE.local.md", "<mine: notes>\n")
        .write("target/.gitignore", "# <mine: ignores>\ndist");
    world.write("target/.claude/settings.local.json", "{\"note\": \"<mine: settings>\"}\n");
    world.write("target/.claude/skills/review/SKILL.md", "<mine: a skill>\n");
    std::os::unix::fs::symlink("<mine: a link>", world.at("target/.claude/skills/release-notes")).unwrap();
}

/// What a session adds, and a value of ours that the user changes.
fn grants(world: &World) {
    let path = "target/.claude/settings.local.json";
    let text = std::fs::read_to_string(world.at(path)).unwrap();
    let granted =
        text.replacen('{', "{\"enabled\": [\"<mine: granted>\"], ", 1).replace("sonnet", "<mine: a model>");
    assert!(granted.contains("<mine: a model>"), "{text}");
    world.write(path, &granted);
}

/// A repository without anything in it.
fn repository(world: &World) {
    for folder in ["objects", "refs", "info"] {
        std::fs::create_dir_all(world.at("target/.git").join(folder)).unwrap();
    }
    world.write("target/.git/HEAD", "ref: refs/heads/main\n");
    world.write("target/.git/info/exclude", "<mine: excludes>");
}

fn edits(world: &World) {
    world.write("target/CLAUDE.local.md", "<mine: edited>\n");
    world.write("target/.claude/settings.local.json", "{\"note\": \"<mine: edited settings>\"}\n");
}

impl Scenario {
    /// What has to hold at any moment, whatever happened.
    pub(crate) fn check(&self, world: &World) -> Option<String> {
        let findings = verify(&world.at(self.bundle?)).err()?;
        Some(format!("the bundle is neither the old one nor the new one: {findings:?}"))
    }
}
