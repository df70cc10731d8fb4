//! The second `run` writes nothing and starts nothing but the agent.

use std::process::Command;

use crate::support::{BINARY, Snapshot, World};

#[test]
fn a_second_run_changes_no_inode_and_no_time() {
    for git in [false, true] {
        let world = World::full();
        if git {
            world.git_init();
        }
        world.run();
        let before = Snapshot::of_identity(&world.target(""));
        let lock =
            std::fs::metadata(world.target(".assembly/lock")).ok().map(|lock| lock.modified().unwrap());
        let ran = world.run();
        assert!(ran.stderr.contains("up to date"), "{ran}");
        assert_eq!(Snapshot::of_identity(&world.target("")), before);
        let after =
            std::fs::metadata(world.target(".assembly/lock")).ok().map(|lock| lock.modified().unwrap());
        assert_eq!(after, lock);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_second_run_starts_no_process_and_opens_nothing_for_writing() {
    let world = World::full();
    world.git_init();
    world.run();
    let log = world.path("strace.log");
    let mut strace = world.command("strace", ["-f", "-o"]);
    strace.arg(&log).args([
        "-e",
        "trace=clone,clone3,fork,vfork,execve,openat,rename,renameat2,unlink,unlinkat,mkdir,mkdirat,flock",
    ]);
    let status = strace.arg(BINARY).args(["run", "app-mac-agent", "--no-launch"]).output();
    let output = status.expect("install strace: `apt-get install strace`");
    assert!(output.status.success());
    let calls = std::fs::read_to_string(&log).unwrap();
    let count = |name: &str| calls.lines().filter(|line| line.contains(&format!(" {name}("))).count();
    assert_eq!(count("execve"), 1, "{calls}");
    for call in [
        "clone",
        "clone3",
        "fork",
        "vfork",
        "rename",
        "renameat2",
        "unlink",
        "unlinkat",
        "mkdir",
        "mkdirat",
        "flock",
    ] {
        assert_eq!(count(call), 0, "{call} in {calls}");
    }
    let writes = calls.lines().filter(|line| line.contains("O_WRONLY") || line.contains("O_RDWR"));
    let writes: Vec<&str> = writes.filter(|line| !line.contains("/dev/")).collect();
    assert!(writes.is_empty(), "{writes:?}");
}

#[test]
fn plan_and_check_write_nothing() {
    let world = World::full();
    world.git_init();
    let before = Snapshot::of_identity(&world.target(""));
    world.assembly(["check"]).succeeds();
    world.assembly(["plan"]).succeeds();
    world.assembly(["plan", "--exit-code"]).exits_with(1);
    assert_eq!(Snapshot::of_identity(&world.target("")), before);
    world.run();
    world.assembly(["plan", "--exit-code"]).succeeds();
    world.assembly(["check"]).succeeds();
}

#[test]
fn two_plans_of_one_state_are_the_same_bytes() {
    let world = World::full();
    for arguments in [["plan", "--json"], ["plan", "--stat"], ["check", "--json"], ["list", "--json"]] {
        let first = world.assembly(arguments).succeeds();
        let second = world.assembly(arguments).env("LANG", "de_DE.UTF-8").env("TZ", "Asia/Tokyo").succeeds();
        assert_eq!(first.stdout, second.stdout);
    }
}

#[test]
fn the_umask_changes_nothing() {
    let mut trees = Vec::new();
    for umask in ["000", "022", "077", "027"] {
        let world = World::full();
        let script = format!("umask {umask} && exec \"$0\" run app-mac-agent --no-launch");
        let mut command: Command = world.command("/bin/sh", ["-c", &script, BINARY]);
        assert!(command.output().unwrap().status.success());
        let files: Vec<(String, u32)> = ["CLAUDE.local.md", ".claude/settings.local.json", ".gitignore"]
            .iter()
            .map(|path| {
                use std::os::unix::fs::PermissionsExt;
                (
                    (*path).to_owned(),
                    std::fs::metadata(world.target(path)).unwrap().permissions().mode() & 0o7777,
                )
            })
            .collect();
        trees.push(files);
    }
    assert!(trees.iter().all(|files| files == &trees[0]), "{trees:?}");
    assert!(trees[0].iter().all(|(_, mode)| *mode == 0o644), "{trees:?}");
}

#[test]
fn a_second_run_changes_nothing_after_what_stood_there_came_back() {
    for form in ["", "gitignore \"exclude\""] {
        let world = World::full();
        world.git_init();
        world.write("target/.claude/skills/review/SKILL.md", "mine\n");
        world.launcher(&format!("    {form}\n    skills \"review\""));
        world.run();
        world.launcher(&format!("    {form}\n    skills \"review\"\n    delivery \"compiled\""));
        world.run();
        let before = Snapshot::of_identity(&world.target(""));
        let ran = world.run();
        assert!(ran.stderr.contains("up to date"), "{ran}");
        assert_eq!(Snapshot::of_identity(&world.target("")), before, "{form}");
    }
}
