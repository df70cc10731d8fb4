//! What cannot be looked at is not taken for something that is not there.

use crate::support::World;

const CLEAN: [&str; 2] = ["clean", "app-mac-agent"];

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
    let exclude = || std::fs::read_to_string(world.path("repository/info/exclude")).unwrap();
    assert!(exclude().contains("/CLAUDE.local.md"));
    for path in ["target/.git", "repository/worktrees/target/commondir", "repository/worktrees/target/HEAD"] {
        world.assembly_that_cannot_look_at(path, CLEAN).exits_with(2).says(&[path, "os error 5"]);
        assert!(exclude().contains("/CLAUDE.local.md"));
    }
    world.assembly(CLEAN).succeeds();
    assert_eq!(exclude(), "mine\n");
}
