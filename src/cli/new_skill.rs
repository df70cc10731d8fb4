//! `new skill`: a valid skill, written into the hub.

use std::path::Path;

use super::arguments::NewSkillArguments;
use super::exit::{FINDINGS, Failure, Outcome, SUCCESS};
use super::printer::Printer;
use super::shorten;
use crate::Environment;
use crate::diagnostic::visible;
use crate::manifest::add_skill;
use crate::skill::{SkillFrontmatter, SkillSpec, check_folder};

/// The owner of a skill that is rendered only: a hub's own skills have none.
const NOBODY: &str = "hub";

/// Renders a skill from the command line and writes it.
pub(super) fn run(
    arguments: &NewSkillArguments,
    hub: &Path,
    environment: &Environment,
    printer: &Printer,
) -> Outcome {
    let fields = &arguments.fields;
    let frontmatter = SkillFrontmatter {
        description: fields.description.clone(),
        when_to_use: fields.when_to_use.clone(),
        argument_hint: fields.argument_hint.clone(),
        arguments: fields.arguments.clone(),
        disable_model_invocation: fields.disable_model_invocation.then_some(true),
        user_invocable: fields.not_user_invocable.then_some(false),
        allowed_tools: fields.allowed_tools.clone(),
        disallowed_tools: fields.disallowed_tools.clone(),
        model: fields.model.clone(),
        effort: fields.effort,
        context: fields.context,
        agent: fields.agent.clone(),
        paths: fields.paths.clone(),
        license: fields.license.clone(),
        compatibility: fields.compatibility.clone(),
        ..SkillFrontmatter::default()
    };
    let body = fields
        .body
        .clone()
        .unwrap_or_else(|| format!("# {}\n\nSay here, step by step, what is to be done.\n", arguments.name));
    let spec =
        SkillSpec::builder(&arguments.name).owner_tag(NOBODY).frontmatter(frontmatter).body(body).try_build();
    let spec = spec.map_err(|error| Failure::refusal(visible(&error.to_string())))?;
    let folder = add_skill(hub, spec.name(), &spec.render()).map_err(|error| {
        if error.kind() == std::io::ErrorKind::AlreadyExists {
            let message = format!("skill `{}` exists already", visible(spec.name()));
            return Failure::refusal(message).help("choose another name, or edit its `SKILL.md`");
        }
        Failure::trouble(visible(&error.to_string()))
    })?;
    let mut problems = crate::diagnostic::Problems::new();
    check_folder(&folder, &format!("skills/{}", spec.name()), &mut problems);
    for problem in &problems {
        printer.diagnostic(problem, problem.severity());
    }
    printer.progress(format!("wrote {}/SKILL.md", shorten(&folder.to_string_lossy(), environment)));
    printer.progress(format!("list it in a launcher or preset: skills \"{}\"", spec.name()));
    Ok(if problems.is_empty() { SUCCESS } else { FINDINGS })
}
