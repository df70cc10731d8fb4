//! Times, taken in turn so that a busy moment of the machine falls on all alike.

use std::io;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::hub::{COLD, Hub, WARM};
use crate::programs::Programs;
use crate::sandbox::run;

/// The median time of each.
pub(crate) struct Medians {
    pub(crate) baseline: Duration,
    pub(crate) warm: Duration,
    pub(crate) cold: Duration,
    pub(crate) shell: Duration,
}

impl Medians {
    pub(crate) fn measure(rounds: usize, programs: &Programs<'_>, hub: &Hub<'_>) -> io::Result<Self> {
        let [mut baseline, mut warm, mut cold, mut shell] = [const { Vec::new() }; 4];
        for _ in 0..rounds {
            baseline.push(time(&mut programs.baseline())?);
            warm.push(time(&mut hub.assembly(WARM))?);
            hub.reset(COLD)?;
            cold.push(time(&mut hub.assembly(COLD))?);
            shell.push(time(&mut hub.shell())?);
        }
        Ok(Self { baseline: median(baseline), warm: median(warm), cold: median(cold), shell: median(shell) })
    }
}

fn time(command: &mut Command) -> io::Result<Duration> {
    let start = Instant::now();
    run(command)?;
    Ok(start.elapsed())
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}
