//! What goes wrong at a call.

use std::collections::{HashMap, HashSet};
use std::fmt;

use crate::call::Call;

/// One thing that goes wrong once.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    pub(crate) call: Call,
    pub(crate) kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The call fails with this.
    Error(&'static str),
    /// The process is gone before the call.
    Kill,
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Call { name, nth, paths, .. } = &self.call;
        write!(formatter, "{:?} at {name} number {nth}, {paths:?}", self.kind)
    }
}

/// What can go wrong at a call: a disk that is full or read-only matters only to those that change something, and who is
/// killed between two changes is killed before the second.
fn kinds(call: &Call) -> Vec<Kind> {
    let has_path =
        !matches!(call.name.as_str(), "read" | "write" | "fsync" | "fdatasync" | "flock" | "getdents64");
    let mut kinds = vec![Kind::Error("EIO")];
    if has_path {
        kinds.push(Kind::Error("EACCES"));
    }
    if call.changes && call.name != "flock" {
        kinds.extend([Kind::Error("ENOSPC"), Kind::Error("EROFS")]);
    }
    if call.changes {
        kinds.push(Kind::Kill);
    }
    kinds
}

/// What is tried. With `ASSEMBLY_FAULTS=all` everything; else, of calls of one shape, the first and the last one, and at each
/// a kill and one error, which is another one from call to call.
pub(crate) fn chosen(calls: &[Call]) -> Vec<Fault> {
    let all = std::env::var_os("ASSEMBLY_FAULTS").is_some_and(|word| word == "all");
    let mut last: HashMap<String, usize> = HashMap::new();
    let mut seen: HashSet<String> = HashSet::new();
    for (at, call) in calls.iter().enumerate() {
        last.insert(call.shape(), at);
    }
    let mut faults = Vec::new();
    for (at, call) in calls.iter().enumerate() {
        let is_one = seen.insert(call.shape()) || (call.changes && last[&call.shape()] == at);
        let kinds = kinds(call);
        let errors = kinds.len() - usize::from(call.changes);
        for (number, kind) in kinds.into_iter().enumerate() {
            if all || (is_one && (kind == Kind::Kill || number == at % errors)) {
                faults.push(Fault { call: call.clone(), kind });
            }
        }
    }
    faults
}
