//! Twenty runs at once, and what cannot be done: what each call says that fails is in `tests/faults/`.

use std::process::{Command, Stdio};

use crate::support::{BINARY, Snapshot, World};

#[test]
fn twenty_runs_of_two_launchers_at_once() {
    let world = World::new();
    world.module("one.md", "1\n").module("two.md", "2\n").skill("review").skill("deploy").hook("guard.sh");
    let launcher = |name: &str, nodes: &str| {
        format!(
            "launcher \"{name}\" {{\n    target \"../target\"\n    cli \"agent\" harness=\"claude\"\n    {nodes}\n}}\n"
        )
    };
    let one = launcher("one-agent", "modules \"one.md\"; skills \"review\"; hooks \"guard.sh\"");
    let two = launcher("two-agent", "modules \"two.md\"; skills \"deploy\"; hooks");
    world.manifest(&format!("{one}{two}"));
    world.write("target/CLAUDE.local.md", "original\n").write("target/.gitignore", "dist");
    let names = ["one-agent", "two-agent"];
    let alone = names.map(|name| {
        let other = World::new();
        for file in ["hub", "target"] {
            let status = Command::new("cp").args(["-a"]).arg(world.path(file)).arg(other.path("")).status();
            assert!(status.unwrap().success());
        }
        other.assembly(["run", name, "--no-launch"]).succeeds();
        format!("{:?}", other.snapshot().without_ledger())
            .replace(&other.path("").display().to_string(), "[ROOT]/")
    });
    let children: Vec<_> = (0..20)
        .map(|index| {
            let mut command = world.command(BINARY, ["run", names[index % 2], "--no-launch"]);
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
        })
        .collect();
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let end = format!("{:?}", world.snapshot().without_ledger())
        .replace(&world.path("").display().to_string(), "[ROOT]/");
    assert!(alone.contains(&end), "{end}\nis neither of\n{alone:#?}");
    let unchanged = names.iter().filter(|name| {
        let mut command = world.command(BINARY, ["plan", name, "--exit-code"]);
        command.output().unwrap().status.success()
    });
    assert_eq!(unchanged.count(), 1, "the ledger agrees with the tree");
    // The original is still what was there before all of them.
    world.manifest(&launcher("one-agent", "gitignore #false"));
    world.assembly(["run", "one-agent", "--no-launch"]).succeeds();
    assert_eq!(std::fs::read_to_string(world.target("CLAUDE.local.md")).unwrap(), "original\n");
    assert_eq!(std::fs::read_to_string(world.target(".gitignore")).unwrap(), "dist");
}

#[test]
fn a_file_in_the_way_of_a_folder_is_said() {
    let world = World::full();
    world.write("target/.claude", "a file\n");
    let before = Snapshot::of(&world.target(""));
    let ran = world.assembly(["run", "app-mac-agent", "--no-launch"]);
    let output = ran.into_command().output().unwrap();
    assert!(matches!(output.status.code(), Some(1 | 2)));
    assert!(String::from_utf8_lossy(&output.stderr).contains(".claude"));
    assert_eq!(Snapshot::of(&world.target("")), before);
}

/// What a run says and leaves when one system call on one path fails every time.
#[cfg(target_os = "linux")]
fn run_with(world: &World, path: &str, injection: &str) -> std::process::Output {
    with(world, path, injection, &["run", "app-mac-agent", "--no-launch"])
}

#[cfg(target_os = "linux")]
fn with(world: &World, path: &str, injection: &str, words: &[&str]) -> std::process::Output {
    let mut strace = world.command("strace", ["-f", "-qq", "-o", "/dev/null", "-P"]);
    strace.arg(world.target(path)).arg("-e").arg(format!("inject={injection}"));
    strace.arg(BINARY).args(words);
    strace.output().expect("install strace: `apt-get install strace`")
}

#[test]
#[cfg(target_os = "linux")]
fn an_impossible_step_is_said_and_wedges_nothing() {
    let world = World::full();
    world.write("target/CLAUDE.local.md", "mine\n");
    for _ in 0..2 {
        let output = run_with(&world, "CLAUDE.local.md", "renameat2:error=EPERM");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(stderr.contains("`CLAUDE.local.md` stayed as it was"), "{stderr}");
        assert!(stderr.contains("take it out of the launcher"), "{stderr}");
        assert_eq!(std::fs::read_to_string(world.target("CLAUDE.local.md")).unwrap(), "mine\n");
        assert!(!world.target(".assembly/journal.json").exists());
        assert!(!world.target(".CLAUDE.local.md.assembly-new").exists());
    }
    let manifest = std::fs::read_to_string(world.path("hub/launchers.kdl")).unwrap();
    let manifest = manifest.replace("    modules \"one.md\" \"two.md\"\n", "");
    world.manifest(&manifest);
    assert_eq!(run_with(&world, "CLAUDE.local.md", "renameat2:error=EPERM").status.code(), Some(0));
    assert_eq!(std::fs::read_to_string(world.target("CLAUDE.local.md")).unwrap(), "mine\n");
}

#[test]
#[cfg(target_os = "linux")]
fn a_folder_on_another_file_system_is_set_aside_and_comes_back() {
    let world = World::full();
    world.write("target/.claude/skills/review/SKILL.md", "mine\n");
    let before = world.snapshot();
    let output = run_with(&world, ".claude/skills/review", "renameat2:error=EXDEV:when=1");
    assert!(output.status.success(), "{output:?}");
    assert!(world.target(".claude/skills/review").is_symlink());
    let saved = world.target(".assembly/backups/folder-.claude-skills-review/SKILL.md");
    assert_eq!(std::fs::read_to_string(saved).unwrap(), "mine\n");
    world.launcher("    gitignore #false");
    world.run();
    assert_eq!(world.snapshot().without_ledger(), before);
}

#[test]
#[cfg(target_os = "linux")]
fn a_folder_that_cannot_be_set_aside_stays_where_it_is() {
    let world = World::full();
    world.write("target/.claude/skills/review/SKILL.md", "mine\n");
    let output = run_with(&world, ".claude/skills/review", "renameat2:error=EBUSY");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let skill = world.target(".claude/skills/review/SKILL.md");
    assert_eq!(std::fs::read_to_string(&skill).unwrap(), "mine\n");
    assert!(world.target(".claude/skills/release-notes").is_symlink());
    world.run();
    assert!(world.target(".claude/skills/review").is_symlink());
}

#[test]
#[cfg(target_os = "linux")]
fn what_could_not_be_taken_away_stays_hidden() {
    const SETTINGS: &str = ".claude/settings.local.json";
    for form in ["", "gitignore \"exclude\""] {
        let world = World::full();
        world.git_init();
        world.launcher(&format!("    {form}\n    modules \"one.md\"\n    hooks"));
        world.run();
        world.write("target/CLAUDE.local.md", "edited\n");
        let output = with(&world, SETTINGS, "?rename,renameat2:error=EPERM", &["clean", "app-mac-agent"]);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let status = world.git_status();
        assert!(!status.contains(".claude") && !status.contains("CLAUDE"), "{form}: {status}");
        world.assembly(["clean", "app-mac-agent"]).succeeds().prints(&["nothing of assembly is left"]);
        assert!(!world.target(SETTINGS).exists());
        assert!(!world.git_status().contains("CLAUDE"), "{form}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_state_folder_that_cannot_be_removed_is_not_said_to_be_all_that_happened() {
    let world = World::full();
    let before = world.snapshot();
    world.run();
    let output = with(&world, ".assembly", "?rmdir,unlinkat:error=EBUSY", &["clean", "app-mac-agent"]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("`.assembly` stayed as it was") && !stderr.contains("nothing was"), "{stderr}");
    assert!(!world.target("CLAUDE.local.md").exists());
    world.assembly(["clean", "app-mac-agent"]).succeeds();
    assert_eq!(world.snapshot(), before);
}
