//! The table that the benchmark prints.

use std::io::{self, Write as _};
use std::time::Duration;

use crate::measure::Medians;
use crate::programs::stand_in;

/// Times of the baseline that a run may take at most.
const WARM_AT_MOST: f64 = 3.0;
const COLD_AT_MOST: f64 = 6.0;
/// Times that the shell library takes at least.
const SHELL_AT_LEAST: f64 = 15.0;
const PEAK_BELOW: u64 = 8 * 1024 * 1024;
const BINARY_BELOW: u64 = 4_000_000;

/// Everything that was measured.
pub(crate) struct Report {
    pub(crate) rounds: usize,
    pub(crate) medians: Medians,
    /// Bytes.
    pub(crate) peak_warm: u64,
    /// Bytes.
    pub(crate) peak_cold: u64,
    /// Bytes.
    pub(crate) binary: u64,
}

impl Report {
    pub(crate) fn print(&self) -> io::Result<()> {
        let Medians { baseline, warm, cold, shell } = self.medians;
        let mut out = io::stdout().lock();
        writeln!(out, "medians of {} interleaved runs that end in `{}`\n", self.rounds, stand_in())?;
        writeln!(out, "{:<28}{:>10}{:>12}", "", "time", "ratio")?;
        time(&mut out, "baseline", baseline, None)?;
        time(&mut out, "run, nothing to change", warm, Some(at_most(warm, baseline, WARM_AT_MOST)))?;
        time(&mut out, "run, empty target", cold, Some(at_most(cold, baseline, COLD_AT_MOST)))?;
        time(&mut out, "shell library", shell, None)?;
        for (name, ours) in [("  to nothing to change", warm), ("  to empty target", cold)] {
            writeln!(out, "{name:<28}{:>10}{}", "", at_least(shell, ours, SHELL_AT_LEAST))?;
        }
        writeln!(out)?;
        size(&mut out, "peak memory, no change", self.peak_warm, 1 << 20, "MiB", PEAK_BELOW)?;
        size(&mut out, "peak memory, empty target", self.peak_cold, 1 << 20, "MiB", PEAK_BELOW)?;
        size(&mut out, "binary", self.binary, 1_000_000, "MB", BINARY_BELOW)
    }
}

fn time(out: &mut impl io::Write, name: &str, time: Duration, ratio: Option<String>) -> io::Result<()> {
    let milliseconds = time.as_secs_f64() * 1000.0;
    writeln!(out, "{name:<28}{milliseconds:>7.2} ms{}", ratio.unwrap_or_default())
}

fn at_most(time: Duration, baseline: Duration, limit: f64) -> String {
    let ratio = time.as_secs_f64() / baseline.as_secs_f64();
    format!("{ratio:>11.1}x   at most {limit}x: {}", verdict(ratio <= limit))
}

fn at_least(time: Duration, ours: Duration, limit: f64) -> String {
    let ratio = time.as_secs_f64() / ours.as_secs_f64();
    format!("{ratio:>11.1}x   at least {limit}x: {}", verdict(ratio >= limit))
}

fn size(
    out: &mut impl io::Write,
    name: &str,
    bytes: u64,
    unit: u64,
    word: &str,
    limit: u64,
) -> io::Result<()> {
    #[expect(clippy::cast_precision_loss, reason = "shown with two digits")]
    let (shown, most) = (bytes as f64 / unit as f64, limit / unit);
    writeln!(out, "{name:<28}{shown:>6.2} {word:<15}   below {most} {word}: {}", verdict(bytes < limit))
}

fn verdict(kept: bool) -> &'static str {
    if kept { "kept" } else { "NOT KEPT" }
}
