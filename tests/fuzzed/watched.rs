//! Tries a property: that it panics or does not end is told with what it was tried on.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use crate::properties::Property;

/// No input takes a second. On a machine that is busy with other things it may take a little more.
const PATIENCE: Duration = Duration::from_secs(120);

/// How a property did not hold.
pub(crate) enum Broken {
    Panicked(String),
    NeverEnded,
}

/// Whether a property holds for these bytes.
pub(crate) fn holds(property: Property, bytes: &[u8]) -> Result<(), Broken> {
    let (sender, receiver) = channel();
    let bytes = bytes.to_vec();
    thread::spawn(move || {
        let outcome = catch_unwind(AssertUnwindSafe(|| property(&bytes)));
        // Nobody waits any more for one that took too long.
        _ = sender.send(outcome.map_err(|panic| said(&*panic)));
    });
    match receiver.recv_timeout(PATIENCE) {
        Ok(outcome) => outcome.map_err(Broken::Panicked),
        Err(_) => Err(Broken::NeverEnded),
    }
}

fn said(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned())).unwrap_or_default()
}

impl fmt::Display for Broken {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Panicked(said) => formatter.write_str(said),
            Self::NeverEnded => write!(formatter, "it did not end in {} seconds", PATIENCE.as_secs()),
        }
    }
}

impl fmt::Debug for Broken {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}
