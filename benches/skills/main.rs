//! What it costs to check a thousand skills in one process.
//!
//! Each skill has a `SKILL.md` of four kilobytes and three files beside it, as public ones have on average; one in ten has
//! an error. Prints the medians of reading alone and of checking whole folders; a slow machine fails nothing.
//!
//! `cargo bench --bench skills`, or `cargo bench --bench skills -- 100` for another number of rounds.

#![expect(clippy::print_stdout, reason = "the table is what this program is for")]

use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use assembly::diagnostic::{Problems, SourceFile};
use assembly::skill::{check_folder, read};

const SKILLS: usize = 1_000;
/// How often each is measured unless an argument says otherwise.
const ROUNDS: usize = 20;
const LIMIT: Duration = Duration::from_secs(1);

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // `cargo test --all-targets` runs benchmarks too, unoptimized; only `cargo bench` says so.
    if !arguments.iter().any(|argument| argument == "--bench") {
        return Ok(());
    }
    let rounds = arguments.iter().find_map(|argument| argument.parse().ok()).unwrap_or(ROUNDS).max(1);

    let root = tempfile::tempdir()?;
    let folders: Vec<PathBuf> =
        (0..SKILLS).map(|number| write(root.path(), number)).collect::<Result<_, _>>()?;
    let files: Vec<Arc<SourceFile>> = folders
        .iter()
        .map(|folder| {
            let path = folder.join("SKILL.md");
            Ok(SourceFile::new(&path, "SKILL.md", fs_err::read_to_string(&path)?))
        })
        .collect::<std::io::Result<_>>()?;

    println!("medians of {rounds} rounds over {SKILLS} skills, one in ten of them with an error\n");
    let parsed = median(rounds, || {
        let mut problems = Problems::new();
        let read = files
            .iter()
            .zip(&folders)
            .filter(|(file, folder)| read(file, name(folder), &mut problems).is_some());
        read.count()
    });
    row("read and validate", parsed);
    let checked = median(rounds, || {
        let mut problems = Problems::new();
        folders.iter().filter(|folder| check_folder(folder, name(folder), &mut problems).is_some()).count()
    });
    row("with files and folders", checked);
    let verdict = if checked < LIMIT { "kept" } else { "NOT KEPT" };
    println!("{:<28}below {} s: {verdict}", "", LIMIT.as_secs());
    Ok(())
}

fn median(rounds: usize, mut work: impl FnMut() -> usize) -> Duration {
    let mut times: Vec<Duration> = (0..rounds)
        .map(|_| {
            let start = Instant::now();
            assert_eq!(work(), SKILLS / 10 * 9, "the skills are not what they should be");
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[rounds / 2]
}

fn row(what: &str, time: Duration) {
    println!("{what:<28}{:>7.1} ms", time.as_secs_f64() * 1000.0);
}

fn name(folder: &Path) -> &str {
    folder.file_name().and_then(|name| name.to_str()).unwrap_or_default()
}

fn write(root: &Path, number: usize) -> std::io::Result<PathBuf> {
    let folder = root.join(format!("skill-{number}"));
    fs_err::create_dir_all(folder.join("scripts"))?;
    fs_err::create_dir_all(folder.join("references"))?;
    let effort = if number.is_multiple_of(10) { "ultra" } else { "high" };
    let text = format!(
        "---\nname: skill-{number}\ndescription: >-\n  {}\nallowed-tools: Read, Grep, Bash(git log:*)\nargument-hint: \"[issue]\"\n\
         effort: {effort}\npaths:\n  - \"src/**/*.rs\"\n  - \"docs/*.{{md,txt}}\"\nmetadata:\n  version: \"1.0\"\n---\n\n# Skill {number}\n\n{}",
        "Does one thing, and says when to use it. ".repeat(8).trim_end(),
        "- A step of the procedure, with what to look at and what to leave alone.\n".repeat(50),
    );
    fs_err::write(folder.join("SKILL.md"), text)?;
    for file in ["scripts/run.sh", "references/tone.md", "references/terms.md"] {
        fs_err::write(folder.join(file), "text\n".repeat(400))?;
    }
    Ok(folder)
}
