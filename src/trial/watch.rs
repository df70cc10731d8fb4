//! Feeds a program, listens to it, and decides when it is over.

use std::io::{self, Write};
use std::os::fd::BorrowedFd;
use std::process::{Child, ChildStdin};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, WaitStatus};

use super::capture::{Capture, do_not_wait};
use super::kin::Kin;
use super::{Ending, Outcome, Trial};

/// How long a program may take to end when it is asked, and what it started when it ended.
const GRACE: Duration = Duration::from_millis(500);
/// How long an end can go unnoticed.
const TICK: Timespec = Timespec { tv_sec: 0, tv_nsec: 5_000_000 };

/// How far a trial is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Running,
    /// Its time is over, and it was asked to end.
    Asked,
    /// It ended; what it started may go on for a moment.
    Ended,
}

/// A program at work.
struct Watch<'a> {
    kin: Kin,
    /// None when everything was written, or nobody reads.
    stdin: Option<ChildStdin>,
    input: &'a [u8],
    outputs: [Capture; 2],
    caller: BorrowedFd<'a>,
}

/// Watches `child` to its end and ends what it leaves. When `caller` closes, everything is ended at once and there is
/// nobody to report to: an error.
pub(super) fn watch(mut child: Child, trial: &Trial, caller: BorrowedFd<'_>) -> io::Result<Outcome> {
    let begun = Instant::now();
    let kin = Kin::of(Pid::from_child(&child));
    let stdin = child.stdin.take();
    if let Some(stdin) = &stdin {
        do_not_wait(stdin)?;
    }
    let stdout = Capture::new(child.stdout.take().map(Into::into), trial.kept)?;
    let stderr = Capture::new(child.stderr.take().map(Into::into), trial.kept)?;
    let mut watch = Watch { kin, stdin, input: &trial.input, outputs: [stdout, stderr], caller };

    let (mut stage, mut deadline) = (Stage::Running, trial.timeout);
    let mut duration = None;
    let mut timed_out = false;
    loop {
        watch.kin.reap();
        let now = begun.elapsed();
        if watch.kin.status().is_some() && stage != Stage::Ended {
            (stage, deadline) = (Stage::Ended, now.saturating_add(GRACE));
            duration.get_or_insert(now);
        }
        if watch.is_over() || (now >= deadline && stage != Stage::Running) {
            break;
        }
        if now >= deadline {
            watch.kin.ask_to_end();
            (stage, deadline) = (Stage::Asked, now.saturating_add(GRACE));
            duration = Some(now);
            timed_out = true;
        }
        if watch.turn().is_err() {
            watch.kin.end();
            return Err(io::ErrorKind::BrokenPipe.into());
        }
    }
    let left_processes = !timed_out && !watch.is_over();
    watch.kin.end();
    let ending = match watch.kin.status() {
        Some(status) if !timed_out => ending(status),
        _ => Ending::TimedOut,
    };
    let [stdout, stderr] = watch.outputs.map(Capture::finish);
    Ok(Outcome { ending, stdout, stderr, duration: duration.unwrap_or_default(), left_processes })
}

fn ending(status: WaitStatus) -> Ending {
    match status.exit_status() {
        Some(code) => Ending::Exited(code),
        None => Ending::Killed(status.terminating_signal().unwrap_or_default()),
    }
}

impl Watch<'_> {
    /// Whether nothing is left and everything was heard.
    fn is_over(&self) -> bool {
        let heard = self.outputs.iter().all(|output| output.open().is_none());
        heard && self.kin.status().is_some() && !self.kin.any_left()
    }

    /// Waits a moment for something to do, and does it. Fails when the caller is gone.
    fn turn(&mut self) -> io::Result<()> {
        let mut interests = vec![PollFd::from_borrowed_fd(self.caller, PollFlags::IN)];
        interests.extend(self.stdin.as_ref().map(|stdin| PollFd::new(stdin, PollFlags::OUT)));
        let open = self.outputs.iter().filter_map(Capture::open);
        interests.extend(open.map(|output| PollFd::from_borrowed_fd(output, PollFlags::IN)));
        // An interrupted wait comes again with the next turn.
        let ready = poll(&mut interests, Some(&TICK)).unwrap_or_default();
        let caller_is_gone = ready > 0 && !interests[0].revents().is_empty();
        drop(interests);
        if caller_is_gone {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        if ready > 0 {
            self.feed();
            for output in &mut self.outputs {
                output.read_some();
            }
        }
        Ok(())
    }

    fn feed(&mut self) {
        let Some(stdin) = &mut self.stdin else { return };
        match stdin.write(self.input) {
            Ok(count) => self.input = &self.input[count..],
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => {}
            // The program does not read, which is its right.
            Err(_) => self.input = &[],
        }
        if self.input.is_empty() {
            self.stdin = None;
        }
    }
}
