//! What happens during an apply, in words.

use super::printer::Printer;
use crate::apply::Event;
use crate::diagnostic::visible;

/// What people want to know at once.
pub(super) fn tell(event: &Event, target: &str, printer: &Printer) {
    match event {
        Event::Waiting { holder } => {
            printer.warning(format!("waiting for {}, which writes to this target", visible(holder)));
        }
        Event::Writing => {}
        Event::FinishedJournal => printer.progress("finished what an interrupted run had begun"),
        Event::LeftUndone { path, reason } => printer.warning(format!(
            "what an interrupted run had begun was not finished: {target}/{} stayed as it was: {}",
            visible(path),
            visible(reason)
        )),
        Event::JournalSetAside { backup } => printer.warning(format!(
            "the journal of an interrupted run could not be read and was saved as {target}/{}",
            visible(backup)
        )),
        Event::BackedUp { path, backup } => {
            let (path, backup) = (visible(path), visible(backup));
            printer.warning(format!("saved what stood at {target}/{path} as {target}/{backup}"));
        }
    }
}
