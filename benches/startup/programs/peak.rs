//! Runs a command and prints the most memory that it, or a process it waited for, held at a time, in bytes.

use std::ffi::{c_int, c_long};
use std::process::{Command, Stdio};

unsafe extern "C" {
    fn getrusage(who: c_int, usage: *mut c_long) -> c_int;
}

/// Of all children that were waited for.
const RUSAGE_CHILDREN: c_int = -1;
/// Where `ru_maxrss` stands: after two `timeval` of two words each.
const PEAK: usize = 4;
/// More words than `struct rusage` has.
const WORDS: usize = 64;

fn main() {
    let mut words = std::env::args_os().skip(1);
    let mut command = Command::new(words.next().expect("a command"));
    let status = command.args(words).stdout(Stdio::null()).status().expect("the command runs");
    assert!(status.success(), "{status}");
    let mut usage = [0; WORDS];
    // SAFETY: the buffer is larger than the structure on every 64-bit Unix, and made of its words.
    assert_eq!(unsafe { getrusage(RUSAGE_CHILDREN, usage.as_mut_ptr()) }, 0);
    let unit = if cfg!(target_os = "macos") { 1 } else { 1024 };
    println!("{}", usage[PEAK] * unit);
}
