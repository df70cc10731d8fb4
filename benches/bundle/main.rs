//! What it costs to write and to verify a bundle of 400 skills in 4,000 files of 16 MB.
//!
//! Writing (reading the skills, hashing, writing, verifying) is compared with `cp -r` of the same files, verifying with
//! `sha256sum` over them. Prints medians; a slow machine fails nothing.
//!
//! `cargo bench --bench bundle`, or `cargo bench --bench bundle -- 30` for another number of rounds.

#![expect(clippy::print_stdout, reason = "the table is what this program is for")]

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use assembly::bundle::{Decision, Draft, DraftSkill, DraftSource, Outcome, verify};
use assembly::hub::skill_files;

const SKILLS: usize = 400;
/// Beside each `SKILL.md`.
const FILES: usize = 9;
const FILE_BYTES: usize = 4_000;
/// How often each is measured unless an argument says otherwise.
const ROUNDS: usize = 15;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // `cargo test --all-targets` runs benchmarks too, unoptimized; only `cargo bench` says so.
    if !arguments.iter().any(|argument| argument == "--bench") {
        return Ok(());
    }
    let rounds = arguments.iter().find_map(|argument| argument.parse().ok()).unwrap_or(ROUNDS).max(1);

    let root = tempfile::tempdir()?;
    let skills = root.path().join("skills");
    let folders: Vec<PathBuf> =
        (0..SKILLS).map(|number| write_skill(&skills, number)).collect::<Result<_, _>>()?;
    let bundle = root.path().join("bundle");
    build(&folders, &bundle)?;
    let files: Vec<PathBuf> = verify(&bundle)
        .map_err(|_| "broken")?
        .manifest
        .files
        .iter()
        .map(|file| bundle.join(&file.path))
        .collect();

    println!("medians of {rounds} rounds, {SKILLS} skills in {} files\n", SKILLS * (FILES + 1));
    // In turn, so that whatever slows the machine down slows all of them.
    let mut times: [Vec<Duration>; 5] = Default::default();
    for round in 0..rounds {
        let fresh = |name: &str| root.path().join(format!("{name}-{round}"));
        let (copy, written, built) = (fresh("copy"), fresh("written"), fresh("built"));
        times[0].push(timed(|| run(Command::new("cp").arg("-r").arg(&skills).arg(&copy)))?);
        times[1].push(timed(|| build(&folders, &built))?);
        let tree = draft(&folders)?.tree().map_err(|_| "broken")?;
        times[2].push(timed(|| {
            fs_err::create_dir(&written)?;
            Ok(tree.write(&written)?)
        })?);
        times[3].push(timed(|| run(Command::new("sha256sum").args(&files)))?);
        times[4].push(timed(|| Ok(verify(&bundle).map(drop).map_err(|_| "broken")?))?);
        for made in [copy, written, built] {
            run(Command::new("rm").arg("-r").arg(made))?;
        }
    }
    let [copy, build, write, sums, check] = times.map(median);
    row("cp -r", copy, None);
    row("read, hash, write, verify", build, Some((copy, 2.5)));
    row("  of that, write", write, Some((copy, 2.5)));
    row("sha256sum", sums, None);
    row("verify", check, Some((sums, 1.5)));
    Ok(())
}

fn build(folders: &[PathBuf], bundle: &Path) -> Result<(), Box<dyn Error>> {
    let tree = draft(folders)?.tree().map_err(|_| "broken")?;
    fs_err::create_dir(bundle)?;
    tree.write(bundle)?;
    verify(bundle).map_err(|_| "broken")?;
    Ok(())
}

fn draft(folders: &[PathBuf]) -> Result<Draft, Box<dyn Error>> {
    let mut draft = Draft {
        sources: vec![DraftSource { name: "hub".to_owned(), required: true, found: true }],
        ..Draft::default()
    };
    for folder in folders {
        let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        draft.decisions.push(Decision {
            subject: name.clone(),
            kind: "skill".to_owned(),
            source: "hub".to_owned(),
            outcome: Outcome::Selected,
            reason: "listed by launcher `bench`".to_owned(),
        });
        let files = skill_files(folder).map_err(|fault| fault.describe().into_owned())?;
        draft.skills.push(DraftSkill { source: "hub".to_owned(), name, files });
    }
    Ok(draft)
}

fn run(command: &mut Command) -> Result<(), Box<dyn Error>> {
    let status = command.stdout(Stdio::null()).status()?;
    if status.success() { Ok(()) } else { Err("a program failed".into()) }
}

fn timed(work: impl FnOnce() -> Result<(), Box<dyn Error>>) -> Result<Duration, Box<dyn Error>> {
    let start = Instant::now();
    work()?;
    Ok(start.elapsed())
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn row(what: &str, time: Duration, limit: Option<(Duration, f64)>) {
    let shown = limit.map_or(String::new(), |(base, limit)| {
        let ratio = time.as_secs_f64() / base.as_secs_f64();
        let verdict = if ratio <= limit { "kept" } else { "NOT KEPT" };
        format!("  {ratio:.2} times; at most {limit}: {verdict}")
    });
    println!("{what:<28}{:>7.1} ms{shown}", time.as_secs_f64() * 1000.0);
}

fn write_skill(skills: &Path, number: usize) -> std::io::Result<PathBuf> {
    let folder = skills.join(format!("skill-{number}"));
    fs_err::create_dir_all(folder.join("references"))?;
    let head = format!("---\nname: skill-{number}\ndescription: Does one thing.\n---\n\n");
    fs_err::write(folder.join("SKILL.md"), text(&head, number))?;
    for file in 0..FILES {
        fs_err::write(folder.join(format!("references/{file}.md")), text("", number * FILES + file))?;
    }
    Ok(folder)
}

fn text(head: &str, seed: usize) -> String {
    let mut text = head.to_owned();
    while text.len() < FILE_BYTES {
        _ = writeln!(text, "- Step {seed} of the procedure, with what to look at and what to leave.");
    }
    text.truncate(FILE_BYTES);
    text
}
