//! What a start through `assembly` costs, as ratios from one run on one machine.
//!
//! Measures, in turn and many times over, the same stand-in for an agent CLI being started by: a program that does nothing
//! else (the baseline), `assembly run` with nothing to change, `assembly run` on an empty target, and the shell library
//! that assembly replaces, on an equal hub. Prints medians, ratios and the limits they should keep; a slow machine
//! fails nothing.
//!
//! `cargo bench --bench startup`, or `cargo bench --bench startup -- 500` for another number of rounds.

mod hub;
mod measure;
mod programs;
mod report;
mod sandbox;

use std::error::Error;
use std::process::Command;

use crate::hub::{COLD, Hub, WARM};
use crate::measure::Medians;
use crate::programs::Programs;
use crate::report::Report;
use crate::sandbox::Sandbox;

/// The binary under test, as it is shipped. The one that cargo builds beside a benchmark has features of the
/// development dependencies in it, and is larger.
const ASSEMBLY: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/shipped/release/assembly");
/// How often each is measured unless an argument says otherwise.
const ROUNDS: usize = 100;

fn build_what_is_shipped() -> Result<(), Box<dyn Error>> {
    let target = concat!(env!("CARGO_TARGET_TMPDIR"), "/shipped");
    let words = ["build", "--quiet", "--release", "--bin", "assembly", "--target-dir", target];
    let mut cargo = Command::new(env!("CARGO"));
    let status = cargo.args(words).current_dir(env!("CARGO_MANIFEST_DIR")).status()?;
    if status.success() { Ok(()) } else { Err("cargo built no binary".into()) }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // `cargo test --all-targets` runs benchmarks too, unoptimized; only `cargo bench` says so.
    if !arguments.iter().any(|argument| argument == "--bench") {
        return Ok(());
    }
    let rounds = arguments.iter().find_map(|argument| argument.parse().ok()).unwrap_or(ROUNDS).max(1);

    build_what_is_shipped()?;
    let sandbox = Sandbox::new()?;
    let programs = Programs::compile(&sandbox)?;
    let hub = Hub::write(&sandbox)?;
    hub.check_that_all_do_the_same()?;
    let medians = Medians::measure(rounds, &programs, &hub)?;
    let peak_warm = programs.peak(&hub.assembly(WARM))?;
    hub.reset(COLD)?;
    let peak_cold = programs.peak(&hub.assembly(COLD))?;
    let binary = fs_err::metadata(ASSEMBLY)?.len();
    Report { rounds, medians, peak_warm, peak_cold, binary }.print()?;
    Ok(())
}
