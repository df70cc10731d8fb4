//! The documents say what the program does.
//!
//! README.md tells a story: each `kdl` block is the manifest of the hub from there on (`must-fail`: and `check` finds
//! errors in it), each line `$ …` of a `console` block is run there, and what follows is what it prints. With `BLESS=1` in
//! the environment the output is written into README.md instead.

#![expect(clippy::disallowed_methods, reason = "tests look at files as any other program would")]
#![expect(clippy::unwrap_used, reason = "a test ends where it fails")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(name: &str) -> String {
    std::fs::read_to_string(repository().join(name)).unwrap()
}

/// The place in which the story happens: a home with the sample hub at `~/hub`.
struct Story {
    _root: TempDir,
    home: PathBuf,
    sound: String,
}

impl Story {
    fn begin() -> Self {
        let root = TempDir::new().unwrap();
        let home = root.path().canonicalize().unwrap().join("sam");
        std::fs::create_dir(&home).unwrap();
        // What the reader is told to type: it has to be all that the story needs.
        let readme = read("README.md");
        let begin = readme.lines().skip_while(|line| !line.starts_with("    mkdir -p ~/hub"));
        let begin: Vec<&str> = begin.take_while(|line| line.starts_with("    ")).collect();
        let shell = Command::new("sh")
            .args(["-ec", &begin.join("\n")])
            .env("HOME", &home)
            .current_dir(repository())
            .status();
        assert!(shell.unwrap().success());
        Self { _root: root, home, sound: String::new() }
    }

    fn manifest(&self, text: &str) {
        std::fs::write(self.home.join("hub/launchers.kdl"), text).unwrap();
    }

    /// What a reader would see: stdout and stderr in one, the home called as it would be.
    fn run(&self, command: &str) -> String {
        let programs = Path::new(env!("CARGO_BIN_EXE_assembly")).parent().unwrap();
        let stand_in = self.home.join("programs");
        std::fs::create_dir_all(&stand_in).unwrap();
        std::fs::copy("/bin/sh", stand_in.join("claude")).unwrap();
        let output = Command::new("/bin/sh")
            .args(["-c", &format!("exec 2>&1; {command}")])
            .env_clear()
            .env("PATH", format!("{}:{}:/usr/bin:/bin", programs.display(), stand_in.display()))
            .env("HOME", &self.home)
            .env("ASSEMBLY_HUB", self.home.join("hub"))
            .current_dir(&self.home)
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap().replace(&self.home.display().to_string(), "/home/sam")
    }
}

#[test]
fn the_readme_shows_what_the_program_prints() {
    let mut story = Story::begin();
    let text = read("README.md");
    let mut told = String::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        _ = writeln!(told, "{line}");
        let Some(kind) = line.strip_prefix("```").filter(|kind| !kind.is_empty()) else { continue };
        let mut block = String::new();
        for line in lines.by_ref().take_while(|line| *line != "```") {
            _ = writeln!(block, "{line}");
        }
        if kind == "console" {
            for command in block.lines().filter_map(|line| line.strip_prefix("$ ")) {
                _ = write!(told, "$ {command}\n{}", story.run(command));
            }
            // What was shown as wrong is mended before the story goes on.
            story.manifest(&story.sound);
        } else if kind == "yaml" {
            // A file of other programs.
            told.push_str(&block);
        } else {
            told.push_str(&block);
            story.manifest(&block);
            if kind == "kdl" {
                let found = story.run("assembly check --json");
                assert!(found.contains("\"errors\": 0"), "{block}\n{found}");
                story.sound = block;
            } else {
                assert_eq!(kind, "kdl must-fail");
                assert!(!story.run("assembly check --json").contains("\"errors\": 0"), "{block}");
            }
        }
        told.push_str("```\n");
    }
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(repository().join("README.md"), &told).unwrap();
    }
    for (number, (shown, printed)) in text.lines().zip(told.lines()).enumerate() {
        assert_eq!(
            shown,
            printed,
            "README.md:{}; run the test with BLESS=1 and look at the difference",
            number + 1
        );
    }
    assert_eq!(told, text);
}

#[test]
fn every_manifest_that_is_shown_is_in_order() {
    let mut shown = vec![("launchers.kdl".to_owned(), read("launchers.kdl"))];
    for document in ["README.md", "SPEC.md", "ARCHITECTURE.md"] {
        let text = read(document);
        let blocks = text.split("\n```kdl").skip(1).filter_map(|block| block.split_once('\n'));
        let blocks = blocks.filter_map(|(_, block)| block.split_once("```"));
        shown.extend(blocks.map(|(block, _)| (document.to_owned(), block.to_owned())));
    }
    for person in std::fs::read_dir(repository().join("persons")).unwrap() {
        let name = format!("persons/{}/person.kdl", person.unwrap().file_name().display());
        if repository().join(&name).is_file() {
            shown.push((name.clone(), read(&name)));
        }
    }
    assert!(shown.len() > 3);
    for (name, text) in shown {
        let file = assembly::diagnostic::SourceFile::new("/hub/launchers.kdl", name.as_str(), text.as_str());
        let formatted = assembly::manifest::format_text(&file).unwrap();
        assert_eq!(formatted, text, "{name}");
    }
}

#[test]
fn the_spec_lists_every_code_with_its_class() {
    let spec = read("SPEC.md");
    let listed: Vec<&str> = spec.lines().filter(|line| line.starts_with("| `assembly::")).collect();
    let declared: Vec<String> = assembly::codes()
        .map(|code| format!("| `{}` | {} | {} |", code.name, code.class.name(), code.meaning))
        .collect();
    if std::env::var_os("BLESS").is_some() {
        let mut kept: Vec<&str> = spec.lines().filter(|line| !line.starts_with("| `assembly::")).collect();
        let head = kept.iter().position(|line| *line == "| code | class | meaning |").unwrap();
        for (index, line) in declared.iter().enumerate() {
            kept.insert(head + 2 + index, line);
        }
        std::fs::write(repository().join("SPEC.md"), kept.join("\n") + "\n").unwrap();
    }
    for (listed, declared) in listed.iter().zip(&declared) {
        assert_eq!(listed, declared);
    }
    assert_eq!(listed.len(), declared.len());
    let mut names: Vec<&str> = assembly::codes().map(|code| code.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), declared.len(), "a code is declared twice");
}

/// What `assembly WORDS --help` prints.
fn help(words: &[String]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_assembly"))
        .args(words)
        .arg("--help")
        .env("COLUMNS", "80")
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// The command that `words` name and all below it, each with its help.
fn commands_from(words: &[String]) -> Vec<(Vec<String>, String)> {
    let text = help(words);
    let below: Vec<String> = text
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        // What is further in is the rest of a description.
        .filter(|line| !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|command| *command != "help")
        .map(str::to_owned)
        .collect();
    let mut all = vec![(words.to_vec(), text)];
    for command in below {
        all.extend(commands_from(&[words, &[command]].concat()));
    }
    all
}

#[test]
fn every_command_and_option_is_in_the_spec_and_in_help() {
    let spec = read("SPEC.md");
    let commands = commands_from(&[]);
    let named = |words: &[&str]| commands.iter().any(|(command, _)| command == words);
    assert!(named(&["run"]) && named(&["bundle", "build"]) && named(&["new", "launcher"]), "{commands:?}");
    for (words, text) in &commands {
        let name = words.join(" ");
        assert!(
            text.lines().all(|line| line.chars().count() <= 80),
            "{name} is wider than a terminal\n{text}"
        );
        let has_commands = text.lines().any(|line| line == "Commands:");
        assert!(has_commands || spec.contains(&format!("| `{name}")), "{name} is not in SPEC.md");
        for word in text.split(|c: char| c.is_whitespace() || c == ',') {
            if word.starts_with("--") && !["--", "--help", "--version"].contains(&word) {
                assert!(spec.contains(word), "{name} {word} is not in SPEC.md");
            }
        }
    }
}

/// Every file of Rust below a folder of the repository, with its text.
fn rust_files(below: &str) -> Vec<(PathBuf, String)> {
    let (mut folders, mut files) = (vec![repository().join(below)], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push((path.clone(), std::fs::read_to_string(path).unwrap()));
            }
        }
    }
    files
}

#[test]
fn a_room_knows_only_those_above_it_in_the_architecture() {
    let architecture = read("ARCHITECTURE.md");
    let rows = architecture.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("/`"));
    let order: Vec<&str> = rows.map(|(room, _)| room).collect();
    for entry in std::fs::read_dir(repository().join("src")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        assert!(!path.is_dir() || order.contains(&name), "{name}/ is not in the table of ARCHITECTURE.md");
    }
    for (place, room) in order.iter().enumerate() {
        for (path, text) in rust_files(&format!("src/{room}")) {
            for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
                for rest in line.split("crate::").skip(1) {
                    let known = rest.split(|c: char| !c.is_ascii_lowercase() && c != '_').next().unwrap();
                    let later = order.iter().skip(place + 1).any(|later| *later == known);
                    assert!(!later, "{} knows the later room {known}: {line}", path.display());
                }
            }
        }
    }
}

#[test]
fn every_dependency_has_its_reason_in_the_architecture() {
    let (cargo, architecture) = (read("Cargo.toml"), read("ARCHITECTURE.md"));
    let table = architecture.split("## Dependencies").nth(1).unwrap();
    let names = table.lines().filter_map(|line| line.strip_prefix("| ")?.split(" |").next());
    let reasons: Vec<&str> =
        names.flat_map(|names| names.trim_start_matches("*tests:* ").split(", ")).collect();
    let mut found = 0;
    for section in ["[dependencies]\n", "[dev-dependencies]\n"] {
        let lines = cargo.split(section).nth(1).unwrap().lines();
        for line in lines.take_while(|line| !line.starts_with('[')).filter(|line| line.contains(" = ")) {
            let name = line.split(" = ").next().unwrap();
            assert!(reasons.contains(&name), "{name} has no reason in ARCHITECTURE.md");
            found += 1;
        }
    }
    assert!(found > 20, "{found}");
}

#[test]
fn every_document_that_a_command_prints_is_in_the_spec() {
    let spec = read("SPEC.md");
    let mut found = 0;
    for (path, text) in rust_files("src/cli") {
        for rest in text.split("\"assembly.").skip(1) {
            let format = format!("assembly.{}", rest.split('"').next().unwrap());
            assert!(spec.contains(&format), "{format} of {} is not in SPEC.md", path.display());
            found += 1;
        }
    }
    assert!(found > 5, "{found}");
}
