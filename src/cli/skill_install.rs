//! `skill install` and `skill uninstall`: copies that know who owns them.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use clap_complete::engine::ArgValueCompleter;

use super::completions::complete_skills;
use super::exit::{FINDINGS, Failure, Outcome, SUCCESS};
use super::printer::Printer;
use super::shorten;
use super::tell::tell;
use crate::Environment;
use crate::apply::{self, Installed};
use crate::bundle::place::inside_bundle;
use crate::compose::absolute;
use crate::diagnostic::{Problems, visible};
use crate::harness::TreeFile;
use crate::plan::{Install, OwnershipError, Uninstall};
use crate::skill::{CheckedSkill, SKILL_FILE, SkillSpec, check_folder};

#[derive(Args, Debug)]
pub(super) struct SkillInstallArguments {
    /// The skill's folder
    #[arg(value_hint = ValueHint::DirPath)]
    pub(super) path: PathBuf,
    /// The folder of skills to copy it into
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(super) into: PathBuf,
    /// Who installs it: letters, digits, `_` and `-`
    #[arg(long, value_name = "TAG")]
    pub(super) owner: String,
    /// Take over a skill that nobody owns; what differs is kept in the backups
    #[arg(long, visible_alias = "force")]
    pub(super) adopt: bool,
}

#[derive(Args, Debug)]
pub(super) struct SkillUninstallArguments {
    /// The skill
    #[arg(add = ArgValueCompleter::new(complete_skills))]
    pub(super) name: String,
    /// The folder of skills it was copied into
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(super) from: PathBuf,
    /// Who installed it
    #[arg(long, value_name = "TAG")]
    pub(super) owner: String,
    /// Remove edited files too; they are kept in the backups
    #[arg(long)]
    pub(super) force: bool,
}

/// Copies a skill that has no fault.
pub(super) fn install(
    arguments: &SkillInstallArguments,
    environment: &Environment,
    printer: &Printer,
) -> Outcome {
    let here = environment.current_dir();
    let source = absolute(here, &arguments.path);
    let folder = absolute(here, &arguments.into);
    let mut problems = Problems::new();
    problems.extend(inside_bundle(&folder).map_err(|error| Failure::trouble(visible(&error.to_string())))?);
    let is_refused = !problems.is_empty();
    let checked = check_folder(&source, &shorten(&source.to_string_lossy(), environment), &mut problems);
    for problem in problems.into_sorted() {
        printer.diagnostic(&problem, problem.severity());
    }
    let Some(checked) = checked.filter(|_| !is_refused) else { return Ok(FINDINGS) };
    let builder = checked.load().map_err(|error| Failure::trouble(visible(&error.to_string())))?;
    let spec = builder.owner_tag(&arguments.owner).adopt_unowned(arguments.adopt).try_build();
    let spec = spec.map_err(|error| Failure::refusal(visible(&error.to_string())))?;
    let skill = Install {
        name: spec.name(),
        owner: spec.owner_tag(),
        files: &files(&checked, &spec),
        source: Some(&source),
        adopt: spec.adopt_unowned(),
    };
    let shown = shorten(&visible(&folder.to_string_lossy()), environment);
    let done = apply::install(&folder, &skill, &mut |event| tell(&event, &shown, printer));
    done.map(|done| report(&done, spec.name(), &shown, printer)).map_err(|error| failure(error, printer))?;
    Ok(SUCCESS)
}

/// Takes a skill back.
pub(super) fn uninstall(
    arguments: &SkillUninstallArguments,
    environment: &Environment,
    printer: &Printer,
) -> Outcome {
    let folder = absolute(environment.current_dir(), &arguments.from);
    let skill = Uninstall { name: &arguments.name, owner: &arguments.owner, force: arguments.force };
    let shown = shorten(&visible(&folder.to_string_lossy()), environment);
    let done = apply::uninstall(&folder, &skill, &mut |event| tell(&event, &shown, printer));
    done.map(|done| report(&done, &arguments.name, &shown, printer))
        .map_err(|error| failure(error, printer))?;
    Ok(SUCCESS)
}

/// The skill byte for byte as it is on disk: line ends, BOM and keys of a newer version come along.
fn files(checked: &CheckedSkill, spec: &SkillSpec) -> Vec<TreeFile> {
    let skill_file = TreeFile {
        path: SKILL_FILE.to_owned(),
        bytes: checked.source.text().as_bytes().to_vec(),
        executable: false,
    };
    let assets = spec.assets().iter().map(|asset| TreeFile {
        path: asset.relative_path.clone(),
        bytes: asset.bytes.clone(),
        executable: asset.executable,
    });
    let mut files: Vec<TreeFile> = std::iter::once(skill_file).chain(assets).collect();
    files.sort_unstable_by(|one, other| one.path.cmp(&other.path));
    files
}

fn report(done: &Installed, name: &str, folder: &str, printer: &Printer) {
    let name = visible(name);
    match &done.change {
        Some(change) if change.reason.is_empty() => {
            printer.progress(format!("{:<9} {folder}/{name}", change.action.name()));
        }
        Some(change) => {
            printer.progress(format!(
                "{:<9} {folder}/{name}  ({})",
                change.action.name(),
                visible(&change.reason)
            ));
        }
        None => printer.progress(format!("{name} is not installed in {folder}: nothing to do")),
    }
}

fn failure(error: OwnershipError, printer: &Printer) -> Failure {
    let message = visible(&error.to_string()).into_owned();
    let failure = if error.is_refusal() { Failure::refusal(message) } else { Failure::trouble(message) };
    match error {
        OwnershipError::NotOwnedByCaller { owner: None, .. } => {
            failure.help("`skill install --adopt` takes it over; what differs is kept in the backups")
        }
        OwnershipError::NotOwnedByCaller { owner: Some(owner), .. } => {
            failure.help(format!("call with `--owner {owner}` if that is you"))
        }
        OwnershipError::Edited { .. } => {
            failure.help("`--force` removes it and keeps the edited files in the backups")
        }
        OwnershipError::Blocked(problems) => {
            for problem in problems {
                printer.diagnostic(&problem, problem.severity());
            }
            failure
        }
        _ => failure,
    }
}
