//! Arguments in, words out: parses the command line, calls the rooms, prints what they found.
//!
//! One file a command; [`pipeline`] is the way through the rooms that they share, [`printer`] the one value that
//! speaks. The library prints nothing and reads no environment: that happens here, and only here.

mod apply_failure;
mod arguments;
mod backups_list;
mod backups_restore;
mod bundle;
mod check;
mod check_sources;
mod check_targets;
mod clean;
pub mod codes;
mod completions;
mod discreet_diff;
mod edit_failure;
mod environment;
mod exit;
mod explain;
mod findings;
mod format;
mod guard;
mod hook_try;
mod import;
mod import_verify;
mod launch_file;
mod launcher_tests;
mod list;
mod locate;
mod markdown;
mod new;
mod opened;
mod pipeline;
mod plan;
mod plan_against;
mod plan_arguments;
mod plan_document;
mod plan_files;
mod plan_reads;
mod plan_text;
mod plans;
mod prepared;
mod printer;
mod repository;
mod run;
mod run_arguments;
mod show;
mod skill_check;
mod skill_install;
mod start;
mod status;
mod status_document;
mod status_file;
mod status_text;
mod target_arguments;
mod targets;
mod tell;
mod this_folder;

use std::process::ExitCode;

use serde_json::Value;

use self::arguments::{Arguments, Command, Global, HookCommand, SkillCommand};
use self::exit::Outcome;
use self::printer::Printer;
use self::target_arguments::BackupsCommand;
use crate::Environment;

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    completions::answer();
    let arguments = arguments::parse();
    let environment = match environment::of_process() {
        Ok(environment) => environment,
        Err(failure) => {
            Printer::new(&arguments.global, &Environment::new([], "/")).failure(&failure);
            return exit::code(failure.code);
        }
    };
    let printer = Printer::new(&arguments.global, &environment);
    let code = dispatch(&arguments, &environment, &printer).unwrap_or_else(|failure| {
        printer.failure(&failure);
        failure.code
    });
    printer.closing_help();
    exit::code(code)
}

/// The command line as clap knows it, from which man pages are made.
pub fn command() -> clap::Command {
    arguments::command()
}

fn dispatch(arguments: &Arguments, environment: &Environment, printer: &Printer) -> Outcome {
    let global = &arguments.global;
    // Looked for by those that need one, and by nobody else.
    let hub = || locate::hub(global.hub.as_deref(), environment);
    match &arguments.command {
        Command::Run(arguments) => run::run(arguments, &hub()?, environment, printer),
        Command::Check(arguments) => check::run(arguments, &hub()?, environment, printer),
        Command::Plan(arguments) => plan::run(arguments, &hub()?, environment, printer),
        Command::Status(arguments) if arguments.file.is_some() => {
            status_file::run(arguments, global, environment, printer)
        }
        Command::Status(arguments) => status::run(arguments, &hub()?, environment, printer),
        Command::Clean(arguments) => clean::run(arguments, global, environment, printer),
        Command::Backups(command) => backups(command, global, environment, printer),
        Command::List(arguments) => list::run(arguments, &hub()?, environment, printer),
        Command::Show(arguments) => show::run(arguments, &hub()?, environment, printer),
        Command::New(command) => new::run(command, global.hub.as_deref(), environment, printer),
        Command::Hook(HookCommand::Try(arguments)) => hook_try::run(arguments, &hub()?, environment, printer),
        Command::Fmt(arguments) => format::run(arguments, &hub()?, environment, printer),
        Command::Import(arguments) => import::run(arguments, global.hub.as_deref(), environment, printer),
        Command::Skill(command) => skill(command, environment, printer),
        Command::Bundle(command) => bundle::run(command, global.hub.as_deref(), environment, printer),
        Command::Explain(arguments) => explain::run(arguments, printer),
        Command::Completions(arguments) => completions::run(arguments, printer),
        Command::LaunchFile(arguments) => Ok(launch_file::run(arguments, environment, printer)),
        Command::Guard => guard::run(),
    }
}

/// A target is enough: what was set aside there needs no hub.
fn backups(
    command: &BackupsCommand,
    global: &Global,
    environment: &Environment,
    printer: &Printer,
) -> Outcome {
    match command {
        BackupsCommand::List(arguments) => backups_list::run(arguments, global, environment, printer),
        BackupsCommand::Restore(arguments) => backups_restore::run(arguments, global, environment, printer),
    }
}

/// Skills lie anywhere, so these need no hub.
fn skill(command: &SkillCommand, environment: &Environment, printer: &Printer) -> Outcome {
    match command {
        SkillCommand::Check(arguments) => skill_check::run(arguments, environment, printer),
        SkillCommand::Install(arguments) => skill_install::install(arguments, environment, printer),
        SkillCommand::Uninstall(arguments) => skill_install::uninstall(arguments, environment, printer),
    }
}

/// A JSON document as it is printed: two spaces, a final newline.
fn json_text(document: &Value) -> String {
    format!("{document:#}\n")
}

/// Characters to which columns are padded; what is longer pushes the rest of its line aside.
const WIDEST_COLUMN: usize = 60;

/// `1 launcher`, `2 launchers`.
fn plural(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// A path as people write it, with `~` for home.
fn shorten(path: &str, environment: &Environment) -> String {
    match environment.home().and_then(|home| path.strip_prefix(home.trim_end_matches('/'))) {
        Some("") => "~".to_owned(),
        Some(rest) if rest.starts_with('/') => format!("~{rest}"),
        _ => path.to_owned(),
    }
}
