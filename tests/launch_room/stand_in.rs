//! A process that stands in for assembly itself: this test program, started again for one test.
//!
//! A successful exec ends the program that calls it, so it has to happen in a child.

use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use assembly::Environment;
use assembly::launch::{LAUNCH_COMMAND, Session, exec, run_launch_file};

use crate::agent::{executable, fields};

/// Names the launch file to take.
const TAKE: &str = "LAUNCH_ROOM_TAKE";
/// Names a file with a session to become, see [`becoming`].
const BECOME: &str = "LAUNCH_ROOM_BECOME";
/// The test below.
const NAME: &str = "stand_in::stands_in_for_assembly";

#[test]
#[expect(clippy::disallowed_methods, reason = "this stands in for the program, whose environment it is")]
fn stands_in_for_assembly() {
    let variables: Vec<_> = std::env::vars_os().collect();
    let value =
        |name: &str| variables.iter().find(|(known, _)| known == name).map(|(_, value)| PathBuf::from(value));
    let error = if let Some(file) = value(TAKE) {
        run_launch_file(&file, &Environment::new(variables.clone(), "/"))
    } else if let Some(file) = value(BECOME) {
        exec(&read(&file))
    } else {
        // An ordinary run of the tests.
        return;
    };
    eprintln!("{error}");
    std::process::exit(error.exit_code().into());
}

/// A program that takes `__launch FILE` as assembly does.
pub(crate) fn assembly(folder: &Path) -> PathBuf {
    let path = folder.join("assembly stand-in;");
    let tests = std::env::current_exe().unwrap();
    let script = format!(
        "#!/bin/sh\n[ \"$1\" = {LAUNCH_COMMAND} ] && [ $# = 2 ] || exit 99\n{TAKE}=$2 exec '{}' --exact {NAME} --nocapture\n",
        tests.display()
    );
    executable(&path, &script);
    path
}

/// A command that becomes `session`; `file` carries it there.
pub(crate) fn becoming(session: &Session, file: &Path) -> Command {
    let mut fields = vec![session.program.as_os_str(), &session.argv0, session.directory.as_os_str()];
    let count = OsString::from(session.arguments.len().to_string());
    fields.push(&count);
    fields.extend(session.arguments.iter().map(OsString::as_os_str));
    fields.extend(session.environment.iter().flat_map(|(name, value)| [name.as_os_str(), value]));
    let bytes: Vec<u8> = fields.iter().flat_map(|field| [field.as_bytes(), b"\0"].concat()).collect();
    fs_err::write(file, bytes).unwrap();
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", NAME, "--nocapture"]).env(BECOME, file).env("OF_THE_CALLER", "must not leak");
    command
}

fn read(file: &Path) -> Session {
    let mut fields = fields(&fs_err::read(file).unwrap()).into_iter();
    let mut next = || fields.next().unwrap();
    let (program, argv0, directory) = (next().into(), next(), next().into());
    let count: usize = next().to_str().unwrap().parse().unwrap();
    let arguments = fields.by_ref().take(count).collect();
    let rest: Vec<OsString> = fields.collect();
    let environment = rest.chunks(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect();
    Session { program, argv0, arguments, directory, environment, lock: None }
}
