//! `run`, then `clean`, in generated targets with odd content: the tree is what it was.

use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use crate::support::{Snapshot, World};

/// How many targets there are.
const TARGETS: u64 = 100;

/// A small generator, so that each target can be made again from its number.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }

    fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        let index = self.roll(from.len() as u64);
        from[usize::try_from(index).unwrap()]
    }
}

const NAMES: [&str; 16] = [
    "CLAUDE.local.md",
    ".claude/settings.local.json",
    ".claude/settings.json",
    ".claude/skills/review",
    ".claude/skills/release-notes",
    ".claude/skills/review/SKILL.md",
    ".claude/skills/mine/SKILL.md",
    ".claude/skills/revi\u{e9}w 'x' \"$y\"",
    ".gitignore",
    "AGENTS.md",
    "src/a file\nwith a line",
    "src/.gitignore",
    "tools/-rf",
    ".claude/commands/go.md",
    "CLAUDE.local.md.bak",
    ".assembly-notes",
];

const TEXTS: [&[u8]; 10] = [
    b"",
    b"mine",
    b"mine\n",
    b"a\r\nb\r\n",
    b"a\r\nb",
    b"CLAUDE.local.md\n",
    b".claude/skills/\r\n*.log",
    b"\xef\xbb\xbfCLAUDE.local.md",
    b"\xff\xfe\x00\n\n\n",
    b"{ \"permissions\": { \"allow\": [] } }",
];

fn put(dice: &mut Dice, target: &Path) {
    let path = target.join(dice.pick(&NAMES));
    let folder = path.parent().unwrap();
    if std::fs::create_dir_all(folder).is_err() || std::fs::symlink_metadata(&path).is_ok() {
        return;
    }
    match dice.roll(8) {
        0 => symlink(dice.pick(&["nowhere", "src", "AGENTS.md", "/etc/hosts"]), &path).unwrap(),
        1 => {
            std::fs::create_dir(&path).unwrap();
            if dice.roll(2) == 0 {
                std::fs::write(path.join("inner"), dice.pick(&TEXTS)).unwrap();
            }
        }
        _ => {
            std::fs::write(&path, dice.pick(&TEXTS)).unwrap();
            let mode = [0o644, 0o600, 0o755, 0o664, 0o400][usize::try_from(dice.roll(5)).unwrap()];
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
        }
    }
}

/// The manifest of one launcher, with links or copies.
fn launcher(world: &World, dice: &mut Dice) {
    let modules = dice.pick(&["", "modules \"one.md\" \"two.md\"", "modules \"two.md\""]);
    let skills = dice.pick(&["", "skills \"*\"", "skills \"*\" mode=\"copy\"", "skills \"review\""]);
    let hooks = dice.pick(&["", "hooks", "hooks { UserPromptSubmit \"prompt.sh\"; }"]);
    let ignores = dice.pick(&["", "", "gitignore #false"]);
    world.launcher(&format!("    {modules}\n    {skills}\n    {hooks}\n    {ignores}"));
}

#[test]
fn run_and_clean_leave_a_hundred_odd_targets_as_they_were() {
    let mut ran_in = 0;
    for number in 0..TARGETS {
        let mut dice = Dice(number);
        let world = World::full();
        for _ in 0..dice.roll(9) {
            put(&mut dice, &world.target(""));
        }
        if dice.roll(3) == 0 {
            world.git_init();
        }
        let before = world.snapshot();
        for _ in 0..=dice.roll(2) {
            launcher(&world, &mut dice);
            let run = world.assembly(["run", "app-mac-agent", "--no-launch", "-q"]).into_command().output();
            ran_in += usize::from(run.unwrap().status.success());
        }
        let ran = world.assembly(["clean", "--target", "../target"]).succeeds();
        assert_eq!(world.snapshot(), before, "target {number}\n{ran}");
        assert!(!world.target(".assembly").exists(), "target {number}\n{ran}");
        let identity = Snapshot::of_identity(&world.target(""));
        world.assembly(["clean", "--target", "../target"]).succeeds();
        assert_eq!(Snapshot::of_identity(&world.target("")), identity, "target {number}");
    }
    assert!(ran_in > 100, "only {ran_in} runs succeeded: nothing was tried");
}
