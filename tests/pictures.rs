//! The pictures of README.md: what the program prints on a terminal, drawn from what it does print.
//!
//! They have a dark background of their own, so they can be read on a page of any colour. With `BLESS=1` in the
//! environment they are drawn anew.

#![expect(clippy::disallowed_methods, reason = "tests look at files as any other program would")]
#![expect(clippy::unwrap_used, reason = "a test ends where it fails")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anstyle::RgbColor;
use anstyle_svg::{Palette, Term};
use tempfile::TempDir;

/// Black to white, then the bright ones, each easy to tell from [`BACKGROUND`].
const COLORS: Palette = Palette([
    RgbColor(0x48, 0x4f, 0x58),
    RgbColor(0xff, 0x7b, 0x72),
    RgbColor(0x3f, 0xb9, 0x50),
    RgbColor(0xd2, 0x99, 0x22),
    RgbColor(0x58, 0xa6, 0xff),
    RgbColor(0xbc, 0x8c, 0xff),
    RgbColor(0x39, 0xc5, 0xcf),
    RgbColor(0xb1, 0xba, 0xc4),
    RgbColor(0x6e, 0x76, 0x81),
    RgbColor(0xff, 0xa1, 0x98),
    RgbColor(0x56, 0xd3, 0x64),
    RgbColor(0xe3, 0xb3, 0x41),
    RgbColor(0x79, 0xc0, 0xff),
    RgbColor(0xd2, 0xa8, 0xff),
    RgbColor(0x56, 0xd4, 0xdd),
    RgbColor(0xff, 0xff, 0xff),
]);
const FOREGROUND: RgbColor = RgbColor(0xe6, 0xed, 0xf3);
const BACKGROUND: RgbColor = RgbColor(0x16, 0x1b, 0x22);

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A home with the sample hub at `~/hub`, and a project.
struct Desk {
    _root: TempDir,
    home: PathBuf,
}

impl Desk {
    fn new() -> Self {
        let root = TempDir::new().unwrap();
        let home = root.path().canonicalize().unwrap().join("sam");
        let desk = Self { _root: root, home };
        for project in ["code/docs-site", "code/myapp", "hub"] {
            std::fs::create_dir_all(desk.home.join(project)).unwrap();
        }
        for name in ["modules", "hooks", "skills", "persons", "launchers.kdl"] {
            let copied = Command::new("cp").arg("-R").arg(repository().join(name)).arg(desk.hub("")).status();
            assert!(copied.unwrap().success());
        }
        // An agent that is found, and never started.
        std::fs::create_dir(desk.home.join("bin")).unwrap();
        std::fs::copy("/bin/sh", desk.home.join("bin/claude")).unwrap();
        desk
    }

    fn hub(&self, name: &str) -> PathBuf {
        self.home.join("hub").join(name)
    }

    /// Puts something else in the place of what stands in a file exactly once.
    fn edit(&self, name: &str, before: &str, after: &str) {
        let text = std::fs::read_to_string(self.hub(name)).unwrap();
        assert_eq!(text.matches(before).count(), 1, "{before} in {name}");
        std::fs::write(self.hub(name), text.replace(before, after)).unwrap();
    }

    /// The terminal after a command, which says all it says on one stream.
    fn screen(&self, arguments: &[&str]) -> String {
        let output = Command::new(env!("CARGO_BIN_EXE_assembly"))
            .args(["--color", "always"])
            .args(arguments)
            .env_clear()
            .env("PATH", format!("{}:/usr/bin:/bin", self.home.join("bin").display()))
            .env("HOME", &self.home)
            .env("COLUMNS", "88")
            .current_dir(self.hub(""))
            .output()
            .unwrap();
        assert!(output.stdout.is_empty() || output.stderr.is_empty(), "{output:?}");
        let mut screen = format!("\u{1b}[2m$\u{1b}[0m \u{1b}[1massembly {}\u{1b}[0m\n", arguments.join(" "));
        screen.push_str(&String::from_utf8([output.stdout, output.stderr].concat()).unwrap());
        screen.replace(&self.home.display().to_string(), "/home/sam")
    }
}

/// Compares a picture with the one in the repository, or replaces that.
fn shows(name: &str, screen: &str) {
    let term = Term::new().palette(COLORS).fg_color(FOREGROUND.into()).bg_color(BACKGROUND.into());
    // What is dim can still be read.
    let drawn = term.render_svg(screen.trim_end()).replace("opacity: 0.4", "opacity: 0.7");
    let path = repository().join("pictures").join(name);
    if std::env::var_os("BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &drawn).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    let mut differences = String::new();
    for line in similar::TextDiff::from_lines(&kept, &drawn).unified_diff().iter_hunks() {
        _ = write!(differences, "{line}");
    }
    assert!(differences.is_empty(), "draw pictures/{name} with BLESS=1, and look at it\n{differences}");
}

#[test]
fn a_diagnostic() {
    let desk = Desk::new();
    // The mistakes that README.md explains.
    let readme = std::fs::read_to_string(repository().join("README.md")).unwrap();
    let (_, block) = readme.split_once("```kdl must-fail\n").unwrap();
    std::fs::write(desk.hub("launchers.kdl"), block.split_once("```").unwrap().0).unwrap();
    shows("check.svg", &desk.screen(&["check"]));
}

#[test]
fn a_plan() {
    let desk = Desk::new();
    desk.screen(&["run", "myapp-mac-claude", "--no-launch", "--quiet"]);
    desk.edit("launchers.kdl", "\"main\" \"release/*\"", "\"main\" \"hotfix/*\"");
    desk.edit("launchers.kdl", "skills \"review-change\" \"release-notes\"", "skills \"review-*\"");
    desk.edit(
        "modules/payments-domain.md",
        "stop and say so.\n",
        "stop and say so.\n- A refund names its charge.\n",
    );
    shows("plan.svg", &desk.screen(&["plan", "myapp-mac-claude"]));
}

#[test]
fn every_picture_is_drawn_here_and_shown_in_the_readme_with_words_for_those_who_cannot_see_it() {
    let readme = std::fs::read_to_string(repository().join("README.md")).unwrap();
    let mut names: Vec<String> = std::fs::read_dir(repository().join("pictures"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["check.svg", "plan.svg"]);
    for name in names {
        let (before, _) = readme.split_once(&format!("](pictures/{name})")).unwrap();
        let (_, words) = before.rsplit_once("![").unwrap();
        assert!(words.len() > 40 && !words.contains('\n'), "{words}");
    }
}
