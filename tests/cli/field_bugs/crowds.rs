//! Crashes and crowds: what a dead process left is in nobody's way.

use crate::support::World;

#[test]
fn a_stale_lock_blocks_nobody() {
    for text in ["", "1 app-mac-agent\n", "999999999 app-mac-agent\n", "no number\n", "\u{0}\u{0}"] {
        for mode in [0o644, 0o600, 0o400] {
            let world = World::full();
            world.git_init();
            let manifest = std::fs::read_to_string(world.path("hub/launchers.kdl")).unwrap();
            world.manifest(&manifest.replacen("    modules", "    gitignore \"exclude\"\n    modules", 1));
            world.write("target/.assembly/lock", text).mode("target/.assembly/lock", mode);
            world.run();
            world.module("one.md", "# Other\n");
            world.write("target/.assembly/lock", text);
            world.run();
            assert!(std::fs::read_to_string(world.target("CLAUDE.local.md")).unwrap().contains("# Other"));
            world.assembly(["new", "module", "three"]).succeeds();
            world.assembly(["clean", "app-mac-agent"]).succeeds();
            assert!(!world.target(".assembly").exists());
        }
    }
}

#[test]
fn a_run_that_was_killed_while_it_waited_leaves_nothing() {
    let world = World::full();
    world.write("target/.assembly/lock", "");
    let held = std::fs::OpenOptions::new().write(true).open(world.target(".assembly/lock")).unwrap();
    held.lock().unwrap();
    let before = world.snapshot();
    let mut waiting = world
        .assembly(["run", "app-mac-agent"])
        .into_command()
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    // It says that it waits.
    let mut said = [0; 1];
    std::io::Read::read_exact(waiting.stderr.as_mut().unwrap(), &mut said).unwrap();
    waiting.kill().unwrap();
    waiting.wait().unwrap();
    assert_eq!(world.snapshot(), before);
    drop(held);
    world.run();
    world.assembly(["plan", "--exit-code"]).succeeds();
}
