//! `new skill`: a valid skill, written into the hub.

use clap::Args;

use super::command::HubArguments;
use super::init::HubPlace;
use crate::Environment;
use crate::cli::edit_failure::edit_failure;
use crate::cli::exit::{FINDINGS, Failure, Outcome, SUCCESS};
use crate::cli::printer::Printer;
use crate::cli::shorten;
use crate::diagnostic::{Problems, visible};
use crate::manifest::add_skill;
use crate::skill::{SkillContext, SkillEffort, SkillError, SkillFrontmatter, SkillSpec, check_folder};

/// The owner of a skill that is rendered only: a hub's own skills have none.
const NOBODY: &str = "hub";

#[derive(Args, Debug)]
pub(in crate::cli) struct SkillArguments {
    /// The skill's name: lower-case letters, digits and single hyphens
    name: String,
    #[command(flatten)]
    fields: SkillFields,
    #[command(flatten)]
    pub(super) hub: HubArguments,
}

/// The fields of a SKILL.md, by their names there.
#[derive(Args, Debug)]
struct SkillFields {
    /// What the skill does and when to use it
    #[arg(long, value_name = "TEXT")]
    description: String,
    /// More about when to use it
    #[arg(long, value_name = "TEXT")]
    when_to_use: Option<String>,
    /// What is shown while the call is typed
    #[arg(long, value_name = "TEXT")]
    argument_hint: Option<String>,
    /// The name of a positional argument; may be repeated
    #[arg(long, value_name = "NAME")]
    arguments: Vec<String>,
    /// Only the user calls it
    #[arg(long)]
    disable_model_invocation: bool,
    /// Only the model calls it
    #[arg(long, conflicts_with = "disable_model_invocation")]
    not_user_invocable: bool,
    /// A tool that needs no permission meanwhile; may be repeated
    #[arg(long, value_name = "TOOL")]
    allowed_tools: Vec<String>,
    /// A tool that it must not use; may be repeated
    #[arg(long, value_name = "TOOL")]
    disallowed_tools: Vec<String>,
    /// The model
    #[arg(long, value_name = "MODEL")]
    model: Option<String>,
    /// low, medium, high, xhigh, max or a number
    #[arg(long, value_name = "EFFORT", value_parser = parse_effort)]
    effort: Option<SkillEffort>,
    /// fork or inline
    #[arg(long, value_name = "CONTEXT", value_parser = parse_context)]
    context: Option<SkillContext>,
    /// Which agent runs it in a context of its own
    #[arg(long, value_name = "AGENT")]
    agent: Option<String>,
    /// A glob of files that make the harness think of it; may be repeated
    #[arg(long, value_name = "GLOB")]
    paths: Vec<String>,
    /// A license, or the name of a file
    #[arg(long, value_name = "TEXT")]
    license: Option<String>,
    /// What it needs
    #[arg(long, value_name = "TEXT")]
    compatibility: Option<String>,
    /// The markdown below the frontmatter [default: a heading and a line to replace]
    #[arg(long, value_name = "TEXT")]
    body: Option<String>,
}

fn parse_effort(text: &str) -> Result<SkillEffort, String> {
    SkillEffort::parse(text)
        .ok_or_else(|| format!("write one of {}, or a number", SkillEffort::WORDS.join(", ")))
}

fn parse_context(text: &str) -> Result<SkillContext, String> {
    SkillContext::parse(text).ok_or_else(|| "write `fork` or `inline`".to_owned())
}

/// Renders a skill from the command line and writes it.
pub(super) fn run(
    arguments: &SkillArguments,
    hub: &HubPlace,
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
    let spec = spec.map_err(|error| refused(&error))?;
    hub.make(environment, printer)?;
    let folder = add_skill(hub.folder(), spec.name(), &spec.render());
    let folder = folder.map_err(|error| edit_failure(error, printer))?;
    let mut problems = Problems::new();
    check_folder(&folder, &format!("skills/{}", spec.name()), &mut problems);
    for problem in &problems {
        printer.diagnostic(problem, problem.severity());
    }
    printer.progress(format!("wrote {}/SKILL.md", shorten(&folder.to_string_lossy(), environment)));
    printer.progress(format!("list it in a launcher or preset: skills \"{}\"", spec.name()));
    Ok(if problems.is_empty() { SUCCESS } else { FINDINGS })
}

fn refused(error: &SkillError) -> Failure {
    let failure = Failure::refusal(visible(&error.to_string()));
    match error {
        SkillError::InvalidName { id, .. } => failure.help(match SkillError::valid_name_near(id) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "a name such as `review-change`".to_owned(),
        }),
        _ => failure,
    }
}
