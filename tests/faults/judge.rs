//! Whether a fault was borne as it should be.

use std::os::unix::process::ExitStatusExt;
use std::process::Output;

use crate::call::Call;
use crate::fault::{Fault, Kind};
use crate::scenario::Scenario;
use crate::strace::disturbed;
use crate::tree::{difference, texts_of};
use crate::world::World;

/// One fault in a world that is as it was at the start.
pub(crate) struct Trial<'a> {
    pub(crate) scenario: &'a Scenario,
    pub(crate) world: &'a World,
    pub(crate) fault: &'a Fault,
    /// What an undisturbed run leaves.
    pub(crate) expected: &'a [String],
}

impl Trial<'_> {
    /// What is not as it should be.
    pub(crate) fn fails(&self) -> Option<String> {
        let Self { scenario, world, fault, expected } = self;
        let texts = texts_of(&world.tree());
        let output = disturbed(world, scenario.words, fault);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let fail =
            |what: &str| Some(format!("{fault}\n{what}\nexit {:?}, stderr:\n{said}", output.status.code()));
        let after = world.tree();
        if let Some(lost) = texts.iter().find(|text| !texts_of(&after).contains(text)) {
            return fail(&format!("lost `<mine{lost}>`"));
        }
        if let Some(what) = self.wrong_ending(&output, &said, &after).or_else(|| scenario.check(world)) {
            return fail(&what);
        }
        if !scenario.repeats && after == **expected {
            return None;
        }
        let again = world.assembly(scenario.words);
        if again.status.code() != Some(0) {
            return fail(&format!("the next run fails: {}", String::from_utf8_lossy(&again.stderr)));
        }
        let mut end = world.tree();
        end.retain(|line| expected.contains(line) || !stays(line));
        (end != *expected).then(|| fail(&format!("the next run leaves\n{}", difference(expected, &end))))?
    }

    fn wrong_ending(&self, output: &Output, said: &str, after: &[String]) -> Option<String> {
        if said.contains("panicked") {
            return Some("it panicked".to_owned());
        }
        if self.fault.kind == Kind::Kill {
            return (output.status.signal() != Some(9)).then(|| "it was not killed".to_owned());
        }
        let call = &self.fault.call;
        let is_told =
            |word: &str| said.lines().any(|line| line.starts_with(word)) && names(said, call, self.world);
        match output.status.code() {
            Some(0) if after == self.expected && !call.changes => None,
            Some(0)
                if is_optional(call, self.world) && !after.iter().any(|line| line.contains("set-aside-")) =>
            {
                None
            }
            Some(0) if !call.changes && said.contains("bundle.set-aside-1") => None,
            // What a killed run left, and cannot be cleared away, is said, and the next run tries again.
            Some(0) if is_told("warning: what an interrupted run had begun was not finished") => None,
            // What a launcher can do without is left out, and that is said.
            Some(0) if !call.changes && is_told("warning assembly::") => None,
            Some(0) if after == self.expected => Some("success, though something failed".to_owned()),
            Some(0) => Some(format!("success, and not done:\n{}", difference(self.expected, after))),
            // What is read, and not as it should be, is a problem like any other.
            Some(1) if !call.changes && is_told("error assembly::") => None,
            // A test that was blessed without what could not be read is not what its launcher is now.
            Some(1) if !call.changes && said.contains("error assembly::launcher-test::differs") => None,
            Some(2) => {
                (!names(said, call, self.world)).then(|| "the message does not name the path".to_owned())
            }
            other => Some(format!("exit {other:?}")),
        }
    }
}

/// What may fail without the command failing. Nothing of it is part of what the command is for, and all of it is done by the
/// next run.
fn is_optional(call: &Call, world: &World) -> bool {
    let path = call.paths.last().map(|path| path.to_string_lossy().into_owned()).unwrap_or_default();
    let is_cleared_away = |part: &str| part.starts_with(STAGING) || part.ends_with(COPY);
    // Whether a session is running is a hint; and not every disk has locks for folders.
    let is_lock =
        call.name == "flock" && (path.starts_with("target/.assembly/sessions/") || world.at(&path).is_dir());
    // Which targets were written to is remembered for `status`; a warning tells.
    is_lock || path.starts_with("home/.local") || path.split('/').any(is_cleared_away)
}

/// A folder in which a bundle is made. The next one that is made beside it clears it away.
const STAGING: &str = ".assembly-bundle-";
/// A file of a hub that is being written; what is said names the file itself.
const EDIT: &str = ".assembly-edit-";
/// A copy that is half removed. The journal names it, and the next run clears it away.
const COPY: &str = ".assembly-copy";

/// Whether a message tells where it happened: the path, what lies in it, or the bundle that was being made there.
fn names(said: &str, call: &Call, world: &World) -> bool {
    call.paths.iter().any(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let name = name.trim_start_matches('.').trim_end_matches(".assembly-new").trim_end_matches(COPY);
        let mut inside = std::fs::read_dir(world.at(path)).into_iter().flatten().flatten();
        let is_part = |of: &str| path.iter().any(|part| part.to_string_lossy().starts_with(of));
        said.contains(name)
            || inside.any(|entry| said.contains(&*entry.file_name().to_string_lossy()))
            || (is_part(STAGING) && (said.contains(STAGING) || said.contains("`the bundle`")))
            || (is_part(EDIT) && said.contains("cannot write `"))
    })
}

/// Whether a line is of something that a fault left for good, and that is said: another bundle in a store, of what could be
/// read at the time, or one that could not be looked at when it was replaced.
fn stays(line: &str) -> bool {
    let is_hash = |name: &str| name.len() == 64 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
    let other = line.strip_prefix("store/").and_then(|rest| rest.split(['/', ' ']).next());
    other.is_some_and(is_hash) || line.starts_with("bundle.set-aside-1/")
}
