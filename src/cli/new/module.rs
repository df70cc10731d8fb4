//! `new module`: a beginning of a text for the agent.

use clap::Args;

use super::command::HubArguments;
use super::init::HubPlace;
use super::name::{check_name, title};
use crate::Environment;
use crate::cli::edit_failure::edit_failure;
use crate::cli::exit::{Outcome, SUCCESS};
use crate::cli::printer::Printer;
use crate::cli::shorten;
use crate::diagnostic::visible;
use crate::manifest::{NewFile, add_file, quoted};

#[derive(Args, Debug)]
pub(in crate::cli) struct ModuleArguments {
    /// The module's name; without an extension, `.md` is added
    name: String,
    #[command(flatten)]
    pub(super) hub: HubArguments,
}

/// Writes the module.
pub(super) fn run(
    arguments: &ModuleArguments,
    hub: &HubPlace,
    environment: &Environment,
    printer: &Printer,
) -> Outcome {
    check_name("module", &arguments.name, "payments-domain")?;
    let name =
        if arguments.name.contains('.') { arguments.name.clone() } else { format!("{}.md", arguments.name) };
    // An extension makes a name longer.
    check_name("module", &name, "payments-domain")?;
    let text = format!("# {}\n\nSay here what the agent should know, one subject a file.\n", title(&name));
    hub.make(environment, printer)?;
    let file = NewFile { folder: "modules", name: &name, text: &text, executable: false };
    let path = add_file(hub.folder(), file).map_err(|error| edit_failure(error, printer))?;
    printer.progress(format!("wrote {}", shorten(&visible(&path.to_string_lossy()), environment)));
    printer.progress(format!("list it in a launcher or preset: modules {}", visible(&quoted(&name))));
    Ok(SUCCESS)
}
