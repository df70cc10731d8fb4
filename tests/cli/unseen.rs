//! What cannot be looked at is not taken for something that is not there.

use crate::support::World;

const CLEAN: [&str; 2] = ["clean", "app-mac-agent"];
/// Every call that asks what stands at a path, and those of them that ask where a link leads.
const LOOKS: &str =
    "?statx,?newfstatat,?stat,?lstat,?readlink,readlinkat,?access,?faccessat2,?open,openat,getdents64";
const STATS: &str = "?statx,?newfstatat,?stat,?lstat";
const LINKS: &str = "?readlink,readlinkat";

fn text(world: &World, path: &str) -> String {
    std::fs::read_to_string(world.path(path)).unwrap()
}

/// A hub whose launcher hides what it writes in the `info/exclude` of a linked work tree.
fn in_linked_work_tree() -> World {
    let world = World::new();
    world.module("one.md", "# One\n").launcher("    modules \"one.md\"\n    gitignore \"exclude\"");
    for folder in ["objects", "refs", "info", "worktrees/target"] {
        std::fs::create_dir_all(world.path("repository").join(folder)).unwrap();
    }
    world.write("repository/HEAD", "ref: refs/heads/main\n").write("repository/info/exclude", "mine\n");
    let own = "repository/worktrees/target";
    world.write(format!("{own}/HEAD"), "ref: refs/heads/side\n").write(format!("{own}/commondir"), "../..\n");
    world.write("target/.git", format!("gitdir: {}\n", world.path(own).display()));
    world
}

#[test]
fn a_repository_is_not_gone() {
    let world = in_linked_work_tree();
    world.run();
    let exclude = || text(&world, "repository/info/exclude");
    assert!(exclude().contains("/CLAUDE.local.md"));
    for path in ["target/.git", "repository/worktrees/target/commondir", "repository/worktrees/target/HEAD"] {
        world.assembly_without(LOOKS, path, CLEAN).exits_with(2).says(&[path, "os error 5"]);
        assert!(exclude().contains("/CLAUDE.local.md"));
    }
    world.assembly(CLEAN).succeeds();
    assert_eq!(exclude(), "mine\n");
}

#[test]
fn a_link_above_an_artifact_does_not_lead_out_of_the_target() {
    let world = World::full();
    world.write("target/conf/mine.md", "mine\n").link("target/.claude", "conf");
    world.run();
    let written = world.snapshot();
    world.assembly_without(LINKS, "target/conf", CLEAN).exits_with(2).says(&["target/.claude", "os error 5"]);
    assert_eq!(world.snapshot(), written);
    world.assembly(CLEAN).succeeds();
    assert_eq!(world.snapshot().paths(), [".claude", "conf", "conf/mine.md"]);
}

#[test]
fn an_artifact_may_be_what_it_is_made_of() {
    let world = World::new();
    world.write(
        "hub/.claude/skills/review/SKILL.md",
        "---\nname: review\ndescription: Reads.\n---\n\nDo it.\n",
    );
    let launcher =
        "launcher \"app-mac-agent\" { target \".\"; cli \"agent\" harness=\"claude\"; skills \"review\"; }";
    world.manifest(&format!("source \"own\" path=\".claude\"\n{launcher}\n"));
    world
        .assembly(["run", "app-mac-agent", "--no-launch"])
        .exits_with(1)
        .says(&["is the folder that it would link to"]);
    let run = ["run", "app-mac-agent", "--no-launch"];
    world.assembly_without(LINKS, "hub/.claude/skills", run).exits_with(2).says(&["hub/.claude/skills"]);
    assert!(!world.path("hub/.claude/skills/review").is_symlink());
    assert!(!world.path("hub/.assembly").exists());
}

#[test]
fn a_skill_may_be_its_own_source() {
    let world = World::new();
    world.skill("review").manifest("");
    let install =
        ["skill", "install", "../hub/skills/review", "--into", "../hub/skills", "--owner", "me", "--adopt"];
    world.assembly(install).exits_with(1).says(&["its own source"]);
    // The skill itself can be read before.
    let later = format!("{LINKS}:when=2+");
    world
        .assembly_without(&later, "hub/skills/review", install)
        .exits_with(2)
        .says(&["hub/skills/review", "os error 5"]);
    assert!(!world.path("hub/skills/.assembly").exists());
}

#[test]
fn a_target_may_be_a_bundle() {
    let world = World::full();
    world.assembly(["bundle", "build", "app-mac-agent", "--out", "../built"]).succeeds();
    let manifest = text(&world, "hub/launchers.kdl").replace("../target", "../built");
    world.manifest(&manifest);
    let run = ["run", "app-mac-agent", "--no-launch"];
    world.assembly(run).exits_with(1).says(&["is a bundle"]);
    world.assembly_without(LOOKS, "built/manifest.json", run).exits_with(1).says(&["built/manifest.json"]);
    world.assembly(["bundle", "verify", "../built"]).succeeds();
}

#[test]
fn a_file_of_others_that_is_called_as_that_of_a_bundle_is_in_nobodys_way() {
    let world = World::full();
    world.write("manifest.json", "{}\n");
    let run = ["run", "app-mac-agent", "--no-launch"];
    let denied = world.assembly_without("?open,openat:error=EACCES", "manifest.json", run);
    denied.succeeds();
}

#[test]
fn a_file_that_an_export_would_replace_is_not_another_one() {
    let world = World::full();
    world.assembly(["bundle", "build", "app-mac-agent", "--out", "../built"]).succeeds();
    let export = ["bundle", "export", "../built", "--out", "../built.tar.gz"];
    world.assembly(export).succeeds();
    world
        .assembly_without("?open,openat", "built.tar.gz", export)
        .exits_with(2)
        .says(&["built.tar.gz", "os error 5"])
        .keeps_silent_about(&["another file"]);
}

#[test]
fn the_target_above_is_not_taken_for_the_one_in_it() {
    let world = World::full();
    let inner = text(&world, "hub/launchers.kdl").replace("../target", "../target/inner");
    world.write("target/CLAUDE.local.md", "of the outer\n").write("target/inner/CLAUDE.local.md", "inner\n");
    world.run();
    world.manifest(&inner).run();
    let written = world.snapshot();
    let restore = ["backups", "restore", "CLAUDE.local.md"];
    let restore = world.assembly_without(LOOKS, "target/inner/.assembly", restore);
    restore.at(world.target("inner")).exits_with(2).says(&["target/inner/.assembly", "--target DIR"]);
    assert_eq!(world.snapshot(), written);
}

#[test]
fn another_target_is_not_cleaned_for_the_declared_one() {
    let world = World::full();
    world.run();
    std::fs::create_dir(world.path("other")).unwrap();
    let other = text(&world, "hub/launchers.kdl").replace("../target", "../other");
    world.manifest(&other).run();
    let written = world.snapshot();
    let ledger = "other/.assembly/ledger.json";
    world.assembly_without(LOOKS, ledger, CLEAN).exits_with(2).says(&[ledger]);
    // Nor is it said that there is nothing, when that is not known of another one.
    world.assembly(["clean", "--target", "../other"]).succeeds();
    let ledger = "target/.assembly/ledger.json";
    world.assembly_without(LOOKS, ledger, CLEAN).exits_with(2).says(&[ledger, "--target DIR"]);
    let remembered = "home/.local/state/assembly/targets";
    world.assembly_without(LOOKS, remembered, CLEAN).exits_with(2).says(&[remembered]);
    assert_eq!(world.snapshot(), written);
}

#[test]
fn status_knows_what_it_could_not_look_at() {
    let world = World::full();
    world.run();
    std::fs::create_dir(world.path("other")).unwrap();
    world.launcher("").manifest(&text(&world, "hub/launchers.kdl").replace("../target", "../other"));
    world.assembly(["status"]).exits_with(1);
    for path in ["target", "target/.assembly", "home/.local/state/assembly/targets"] {
        world
            .assembly_without(LOOKS, path, ["status"])
            .exits_with(2)
            .says(&["what launchers left behind cannot be told", path]);
    }
}

#[test]
fn a_file_is_not_called_somebody_elses() {
    let world = World::full();
    world.run();
    let status = ["status", "--file", "../target/CLAUDE.local.md"];
    world
        .assembly_without(LOOKS, "target/.assembly", status)
        .exits_with(2)
        .says(&["target/.assembly"])
        .keeps_silent_about(&["not ours"]);
    let world = in_linked_work_tree();
    world.run();
    let status = ["status", "--file", "../repository/info/exclude"];
    world.assembly(status).succeeds().prints(&["lines of ours"]);
    for path in ["repository/info/exclude", "target/.git", "target/.assembly"] {
        let failed = world.assembly_without(LOOKS, path, status).exits_with(2);
        failed.says(&[path]).keeps_silent_about(&["not ours"]);
    }
}

#[test]
fn an_include_that_may_be_missing_is_not_missing() {
    let world = World::full();
    let launchers = text(&world, "hub/launchers.kdl");
    world.write("hub/more/other.kdl", launchers.replace("app-mac-agent", "other-agent"));
    world.manifest(&format!("include \"more/*.kdl\" required=#false\n{launchers}"));
    let bless = ["check", "--portable", "--bless"];
    world.assembly(bless).succeeds();
    let test = "hub/tests/launchers/other-agent.json";
    assert!(world.path(test).exists());
    for path in ["hub/more", "hub/more/other.kdl"] {
        let said = format!("`{}` cannot be read", path.trim_start_matches("hub/"));
        world.assembly_without(LOOKS, path, bless).exits_with(1).says(&[&said]);
        assert!(world.path(test).exists(), "the test of a launcher that could not be read is deleted");
    }
}

#[test]
fn files_are_not_in_order_unseen() {
    let world = World::full();
    world.write("hub/persons/sam/person.kdl", "x   {}\n").write("hub/more/vars.kdl", "vars   {}\n");
    let launchers = text(&world, "hub/launchers.kdl");
    world.manifest(&format!("include \"more/*.kdl\" required=#false\n{launchers}"));
    world.assembly(["fmt"]).succeeds();
    for path in ["hub/persons", "hub/persons/sam/person.kdl", "hub/more", "hub/more/vars.kdl"] {
        let checked = world.assembly_without(LOOKS, path, ["fmt", "--check"]).exits_with(1);
        checked.says(&[path.trim_start_matches("hub/"), "cannot be read"]);
    }
}

#[test]
fn a_skill_is_not_passed_over() {
    let world = World::new();
    world.skill("one").skill("two");
    world.assembly(["skill", "check", "../hub/skills"]).succeeds();
    for path in ["hub/skills/two/SKILL.md", "hub/skills"] {
        let failed = world.assembly_without(LOOKS, path, ["skill", "check", "../hub/skills"]).into_command();
        let output = { failed }.output().unwrap();
        assert!(!output.status.success(), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(path), "{output:?}");
    }
}

#[test]
fn a_script_is_not_passed_over() {
    let world = World::new();
    for name in ["one", "two"] {
        world.write(format!("old/launchers/{name}-claude.sh"), "#!/bin/bash\ncd /tmp && exec claude\n");
    }
    let import = ["import", "../old/launchers"];
    let path = "old/launchers/two-claude.sh";
    world.assembly_without(LOOKS, path, import).exits_with(1).says(&[path, "cannot be read"]);
    let folder = "old/launchers";
    world.assembly_without("getdents64", folder, import).exits_with(1).says(&[folder, "cannot be read"]);
}

#[test]
fn a_target_is_not_said_to_be_missing() {
    let world = World::full();
    for words in [&["check"][..], &["plan"], &["run", "app-mac-agent", "--no-launch"]] {
        let output = world.assembly_without(STATS, "target", words).into_command().output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr) + String::from_utf8_lossy(&output.stdout);
        assert_eq!(said.matches("the target cannot be read").count(), 1, "{words:?}: {said}");
    }
}

#[test]
fn the_hub_above_is_not_taken_for_the_one_in_it() {
    let world = World::full();
    let launchers = text(&world, "hub/launchers.kdl");
    world.write("hub/inner/launchers.kdl", launchers.replace("app-mac-agent", "inner-agent"));
    let manifest = "hub/inner/launchers.kdl";
    let new = ["new", "module", "more.md"];
    let made = world.assembly_without(STATS, manifest, new).at(world.path("hub/inner"));
    made.into_command().output().unwrap();
    assert!(!world.path("hub/modules/more.md").exists());
    let list = world.assembly_without(STATS, manifest, ["list"]).at(world.path("hub/inner"));
    list.exits_with(1).says(&["`launchers.kdl` cannot be read"]);
    let init = ["new", "module", "more.md", "--init"];
    std::fs::create_dir(world.path("hub/inner/deep")).unwrap();
    let init = world.assembly_without(STATS, manifest, init).at(world.path("hub/inner/deep"));
    init.exits_with(2).says(&[manifest]);
    assert!(!world.path("hub/inner/deep/launchers.kdl").exists());
}

#[test]
fn what_a_step_left_is_not_forgotten() {
    let world = World::full();
    world.run();
    world.write("target/CLAUDE.local.md", "mine\n");
    let left = "target/.CLAUDE.local.md.assembly-new";
    let run = ["run", "app-mac-agent", "--no-launch"];
    world.assembly_without(STATS, left, run).exits_with(2).says(&["CLAUDE.local.md"]);
    assert_eq!(text(&world, "target/CLAUDE.local.md"), "mine\n");
    assert!(world.path(left).exists(), "nothing was left");
    world.launcher("").run();
    assert!(!world.path(left).exists());
}
