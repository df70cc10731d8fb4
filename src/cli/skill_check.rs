//! `skill check`: every fault of skills, wherever they lie.

use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use super::exit::{Failure, Outcome};
use super::findings::{Findings, FindingsFormatArguments};
use super::printer::Printer;
use super::repository::Repository;
use super::targets::is_there;
use super::{plural, shorten};
use crate::Environment;
use crate::diagnostic::{Problems, visible};
use crate::disk::may_be_there;
use crate::skill::{SKILL_FILE, check_folder};

#[derive(Args, Debug)]
pub(super) struct SkillCheckArguments {
    /// Folders with a SKILL.md, or folders of such folders
    #[arg(required = true, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(super) folders: Vec<PathBuf>,
    /// Exit with 1 on warnings too
    #[arg(long)]
    pub(super) deny_warnings: bool,
    #[command(flatten)]
    pub(super) format: FindingsFormatArguments,
    /// Show every problem instead of the first twenty
    #[arg(long)]
    pub(super) all: bool,
}

/// Checks skills, and the skills in folders of skills.
pub(super) fn run(arguments: &SkillCheckArguments, environment: &Environment, printer: &Printer) -> Outcome {
    let mut problems = Problems::new();
    let mut count = 0;
    for named in &arguments.folders {
        let folder = crate::compose::absolute(environment.current_dir(), named);
        for skill in skills_of(&folder)? {
            let shown = shorten(&skill.to_string_lossy(), environment);
            check_folder(&skill, &shown, &mut problems);
            count += 1;
        }
    }
    let findings = Findings::new(problems.into_sorted());
    let checked = match arguments.folders.as_slice() {
        [one] => format!("{} of {}", plural(count, "skill"), visible(&one.to_string_lossy())),
        _ => plural(count, "skill"),
    };
    let repository = Repository::around(environment.current_dir(), environment);
    findings.print(arguments.format, arguments.all, &checked, &repository, printer)?;
    Ok(findings.exit_code(arguments.deny_warnings))
}

/// The folder itself, unless it is a folder of skills.
fn skills_of(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    // What cannot be looked at may be one, and the check says why it cannot.
    let is_skill = |folder: &Path| may_be_there(&folder.join(SKILL_FILE));
    if is_skill(folder) {
        return Ok(vec![folder.to_owned()]);
    }
    let unreadable = |error: std::io::Error| Failure::trouble(visible(&error.to_string()));
    let mut skills = Vec::new();
    if is_there(folder).map_err(unreadable)? {
        for entry in fs_err::read_dir(folder).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            if is_skill(&path) {
                skills.push(path);
            }
        }
        skills.sort_unstable();
    }
    // Neither: that it is no skill is what there is to say.
    Ok(if skills.is_empty() { vec![folder.to_owned()] } else { skills })
}
