//! What git knows about the paths of a target.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use super::codes;
use super::exclude::{Block, EXCLUDE, ExcludeFile};
use super::obstacle::pasted;
use super::standing::Standing;
use crate::diagnostic::{Diagnostic, Problems};

/// What to ask; all paths relative to the target.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Questions {
    /// Which ignore pattern decides about these paths?
    pub(super) ignored: Vec<String>,
    /// Which of these, or which files in them, are tracked?
    pub(super) tracked: Vec<String>,
}

/// What git said.
#[derive(Clone, Debug, Default)]
pub(super) struct Answers {
    /// The pattern that decides about a path.
    patterns: HashMap<String, Pattern>,
    /// Whether that was asked at all.
    pub(super) are_about_ignores: bool,
    /// Tracked files.
    pub(super) tracked: Vec<String>,
}

/// A line of an ignore file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    /// The file, as git names it.
    pub(super) source: String,
    pub(super) line: String,
    text: Vec<u8>,
    /// Whether it stands in a block of ours, which may go any time.
    is_ours: bool,
}

impl Pattern {
    /// Whether it says that something is not ignored.
    pub(super) fn is_negated(&self) -> bool {
        self.text.starts_with(b"!")
    }

    /// Whether it stands in the file that all work trees of the repository share.
    pub(super) fn is_of_exclude(&self) -> bool {
        self.source.ends_with(EXCLUDE)
    }

    pub(super) fn text(&self) -> String {
        String::from_utf8_lossy(&self.text).into_owned()
    }
}

impl Answers {
    /// The pattern that decides about a path that was asked about.
    pub(super) fn pattern(&self, path: &str) -> Option<&Pattern> {
        self.patterns.get(path)
    }

    /// Whether `path` is ignored by a pattern other than `unless`, lines that are about to go.
    pub(super) fn ignores(&self, path: &str, unless: &[&str]) -> bool {
        self.patterns.get(path).is_some_and(|pattern| {
            !pattern.is_negated()
                && !pattern.is_ours
                && !unless.iter().any(|line| line.as_bytes() == pattern.text)
        })
    }
}

impl Questions {
    fn is_empty(&self) -> bool {
        self.ignored.is_empty() && self.tracked.is_empty()
    }
}

/// The answers of git, if there are questions, a git and a repository.
pub(super) fn ask_if_any(
    git: Option<&Path>,
    target: &Path,
    questions: &Questions,
    problems: &mut Problems,
) -> Option<Answers> {
    let git = git.filter(|_| !questions.is_empty() && is_in_repository(target))?;
    match ask(git, target, questions) {
        Ok(answers) => Some(answers),
        Err(complaint) => {
            let message = format!("git could not be asked about `{}`: {complaint}", target.display());
            let help = format!(
                "run `git -C {} status` to see why; without git its findings are left out",
                pasted(target)
            );
            problems.push(Diagnostic::new(&codes::GIT_FAILED, message).help(help));
            None
        }
    }
}

/// Whether git, at this path, ignores a file that it does not track, so that no other checkout has it. Where it cannot be
/// asked, that is not known.
pub(crate) fn is_ignored(git: &Path, file: &Path) -> bool {
    let (Some(folder), Some(name)) = (file.parent(), file.file_name().and_then(OsStr::to_str)) else {
        return false;
    };
    if !is_in_repository(folder) {
        return false;
    }
    let name = format!("./{name}");
    let child = start(git, folder, &["check-ignore", "-z", "--stdin"], &[], true).ok().flatten();
    child
        .and_then(|child| finish(child, &zero_terminated(&[name])).ok())
        .is_some_and(|output| !output.stdout.is_empty())
}

/// Whether `target` lies in a git work tree; asks no process.
fn is_in_repository(target: &Path) -> bool {
    // As git sees it: a target that is a link lies where the link leads.
    let Ok(target) = fs_err::canonicalize(target) else { return false };
    target.ancestors().any(|folder| fs_err::symlink_metadata(folder.join(".git")).is_ok())
}

/// Puts both questions to git at once. An error is what git complained about.
fn ask(git: &Path, target: &Path, questions: &Questions) -> Result<Answers, String> {
    let words = ["check-ignore", "--no-index", "-z", "-v", "-n", "--stdin"];
    let ignored = start(git, target, &words, &[], !questions.ignored.is_empty())?;
    let words = ["--literal-pathspecs", "ls-files", "--recurse-submodules", "-z", "--"];
    let tracked = start(git, target, &words, &questions.tracked, !questions.tracked.is_empty())?;
    let mut answers = Answers::default();
    if let Some(child) = ignored {
        let output = finish(child, &zero_terminated(&questions.ignored))?;
        answers.are_about_ignores = true;
        answers.patterns = read_patterns(&output.stdout);
        mark_ours(target, &mut answers.patterns);
    }
    if let Some(child) = tracked {
        let output = finish(child, &[])?;
        let names = output.stdout.split(|byte| *byte == 0).filter(|name| !name.is_empty());
        answers.tracked = names.map(|name| String::from_utf8_lossy(name).into_owned()).collect();
    }
    Ok(answers)
}

fn start(
    git: &Path,
    target: &Path,
    words: &[&str],
    paths: &[String],
    wanted: bool,
) -> Result<Option<Child>, String> {
    if !wanted {
        return Ok(None);
    }
    let mut command = Command::new(git);
    // Personal excludes do not count, and nothing that a repository configures is started.
    command.args(["-c", "core.excludesFile=", "-c", "core.fsmonitor=false"]);
    command.args(words).args(paths).current_dir(target).env("GIT_OPTIONAL_LOCKS", "0");
    // Set when a git hook starts assembly; they would point to another repository than the target's.
    for variable in [
        "GIT_DIR",
        "GIT_WORK_TREE",
        "GIT_INDEX_FILE",
        "GIT_COMMON_DIR",
        "GIT_OBJECT_DIRECTORY",
        "GIT_PREFIX",
        "GIT_NAMESPACE",
        "GIT_CONFIG_PARAMETERS",
        "GIT_CONFIG_COUNT",
        "GIT_LITERAL_PATHSPECS",
        "GIT_ICASE_PATHSPECS",
        "GIT_GLOB_PATHSPECS",
        "GIT_NOGLOB_PATHSPECS",
    ] {
        command.env_remove(variable);
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().map(Some).map_err(|error| error.to_string())
}

/// Feeds and reads at the same time: either pipe may fill up before the other side is done.
fn finish(mut child: Child, input: &[u8]) -> Result<Output, String> {
    let stdin = child.stdin.take();
    let output = std::thread::scope(|scope| {
        if let Some(mut stdin) = stdin
            && !input.is_empty()
        {
            // A git that stops reading says why on its own stderr.
            scope.spawn(move || drop(stdin.write_all(input)));
        }
        child.wait_with_output()
    });
    let output = output.map_err(|error| error.to_string())?;
    // `check-ignore` ends with 1 when no path is ignored.
    if matches!(output.status.code(), Some(0 | 1)) {
        return Ok(output);
    }
    let complaint = String::from_utf8_lossy(&output.stderr);
    Err(complaint.lines().next().unwrap_or("it was ended by a signal").to_owned())
}

fn zero_terminated(paths: &[String]) -> Vec<u8> {
    paths.iter().flat_map(|path| path.bytes().chain([0])).collect()
}

/// Records of four fields: source, line, pattern, path; the first three are empty when no pattern decides.
fn read_patterns(output: &[u8]) -> HashMap<String, Pattern> {
    let fields: Vec<&[u8]> = output.split(|byte| *byte == 0).collect();
    let (records, _) = fields.as_chunks::<4>();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    records
        .iter()
        .filter(|[source, ..]| !source.is_empty())
        .map(|[source, line, pattern, path]| {
            let pattern =
                Pattern { source: text(source), line: text(line), text: pattern.to_vec(), is_ours: false };
            (text(path), pattern)
        })
        .collect()
}

/// Finds the patterns that stand in blocks of ours.
fn mark_ours(target: &Path, patterns: &mut HashMap<String, Pattern>) {
    let mut patterns = patterns.values_mut().filter(|pattern| pattern.is_of_exclude()).peekable();
    if patterns.peek().is_none() {
        return;
    }
    let standing = ExcludeFile::of(target).ok().flatten().and_then(|file| Standing::read(&file.path()).ok());
    let ranges = standing.as_ref().and_then(Standing::bytes).map(Block::ranges).unwrap_or_default();
    for pattern in patterns {
        let line: usize = pattern.line.parse().unwrap_or(0);
        pattern.is_ours = ranges.iter().any(|range| range.contains(&line));
    }
}
