//! Runs the binary under `strace`.

use std::collections::HashMap;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Output};

use crate::call::Call;
use crate::fault::{Fault, Kind};
use crate::world::{BINARY, World, program};

/// What touches files. A name that a machine does not have is passed over.
const CALLS: &str = "?open,openat,read,write,?pwrite64,?copy_file_range,ftruncate,fsync,fdatasync,flock,?chmod,fchmod,?fchmodat,\
    ?mkdir,mkdirat,?rmdir,?unlink,unlinkat,?rename,?renameat,renameat2,?link,linkat,?symlink,symlinkat,?statx,?newfstatat,\
    ?fstat,getdents64,?readlink,readlinkat,?access,?faccessat2";

fn strace(world: &World, options: &[&str], words: &[&str]) -> Output {
    let mut command = Command::new(program("strace"));
    command.args(["-f", "-y", "-qq", "-s", "0", "-o"]).arg(log(world)).args(options).arg(BINARY).args(words);
    world.surround(&mut command);
    command.output().unwrap()
}

fn log(world: &World) -> std::path::PathBuf {
    world.root.with_file_name("strace.log")
}

/// Runs a command that is killed before it makes one of these calls about a path.
pub(crate) fn killed(world: &World, words: &[&str], calls: &str, path: &str) {
    let (inject, path) = (format!("inject={calls}:signal=SIGKILL"), world.at(path));
    let output = strace(world, &["-e", &inject, "-P", &path.to_string_lossy()], words);
    assert_eq!(output.status.signal(), Some(9), "{words:?}: {output:?}");
}

/// Runs a command in which these calls about a path fail, and which goes on without them.
pub(crate) fn failed(world: &World, words: &[&str], calls: &str, path: &str) {
    let (inject, path) = (format!("inject={calls}:error=EIO"), world.at(path));
    let output = strace(world, &["-e", &inject, "-P", &path.to_string_lossy()], words);
    assert_eq!(output.status.code(), Some(0), "{words:?}: {output:?}");
}

/// Runs a command that nothing disturbs, and gives its calls about files of the world.
pub(crate) fn calls(world: &World, words: &[&str]) -> Vec<Call> {
    let output = strace(world, &["-e", &format!("trace={CALLS}")], words);
    assert_eq!(output.status.code(), Some(0), "{words:?}: {output:?}");
    let log = std::fs::read_to_string(log(world)).unwrap();
    let mut counts: HashMap<String, usize> = HashMap::new();
    let processes: Vec<&str> = log.lines().filter_map(|line| line.split(' ').next()).collect();
    assert!(
        processes.windows(2).all(|pair| pair[0] == pair[1]),
        "more than one process: calls are counted for each"
    );
    let count = |name: &str| {
        let count = counts.entry(name.to_owned()).or_default();
        *count += 1;
        *count
    };
    let mut count = count;
    log.lines().filter_map(|line| Call::read(line, &mut count, &world.root)).collect()
}

/// Runs a command that is disturbed once, and sees that it was where it should be.
pub(crate) fn disturbed(world: &World, words: &[&str], fault: &Fault) -> Output {
    let Call { name, nth, .. } = &fault.call;
    let what = match fault.kind {
        Kind::Error(error) => format!("error={error}"),
        Kind::Kill => "signal=SIGKILL".to_owned(),
    };
    let options = ["-e", &format!("trace={name}"), "-e", &format!("inject={name}:{what}:when={nth}")];
    let output = strace(world, &options, words);
    let log = std::fs::read_to_string(log(world)).unwrap();
    let there = log.lines().filter_map(|line| Call::read(line, |_| 0, &world.root));
    let same = there.filter(|call| call.shape() == fault.call.shape()).count();
    assert!(same > 0, "{fault}: it was not reached\n{log}");
    output
}
