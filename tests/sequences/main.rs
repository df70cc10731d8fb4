//! Whatever is done in whatever order, nothing that a user wrote is gone: after any sequence of runs of two launchers, of
//! cleanings, of kills, of edits in the target and of edits in the hub it is in place, or in a backup that `backups list`
//! shows.
//!
//! `PROPTEST_CASES` asks for more sequences than the usual three thousand.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "tests look at files as any other program would, and end where something is not as it should be"
)]

mod doing;
mod model;
mod world;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use doing::{Doing, doings};
use model::Model;
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};
use world::World;

/// How many sequences are tried.
const SEQUENCES: u32 = 3000;

/// How often each thing happened, so that a test that tries nothing does not pass.
#[derive(Default)]
struct Counts {
    done: AtomicUsize,
    refused: AtomicUsize,
    killed: AtomicUsize,
    set_aside: AtomicUsize,
}

/// Does all of it, and looks after each step whether everything is still there.
fn nothing_is_lost(doings: &[Doing], counts: &Counts) -> Result<(), String> {
    let world = World::new();
    let mut model = Model::default();
    for (number, doing) in doings.iter().enumerate() {
        let context = |what: String| format!("{what}\nafter step {number}, {doing:?}, of {doings:#?}");
        match doing {
            Doing::Run(_) | Doing::Clean => {
                let output = world.assembly(&doing.words());
                let said = String::from_utf8_lossy(&output.stderr).into_owned();
                let count = match output.status.code() {
                    Some(0) => &counts.done,
                    Some(1 | 2) if !said.contains("panicked") => &counts.refused,
                    other => return Err(context(format!("exit {other:?}: {said}"))),
                };
                count.fetch_add(1, Ordering::Relaxed);
                model
                    .check(&world, output.status.success())
                    .map_err(|what| context(format!("{what}\n{said}")))?;
                counts.set_aside.fetch_add(model.set_aside(), Ordering::Relaxed);
            }
            Doing::Kill { of, call, nth } => {
                let was_killed = world.killed(&of.words(), call, *nth);
                counts.killed.fetch_add(usize::from(was_killed), Ordering::Relaxed);
                model.note_kill();
                model.check(&world, false).map_err(context)?;
            }
            Doing::Grant | Doing::Change => {
                world.act_in_settings(doing, number);
                model.look(&world);
            }
            Doing::Write { .. } | Doing::Delete { .. } | Doing::Mode { .. } => {
                world.act(doing, number);
                model.look(&world);
            }
            Doing::Hub(edit) => world.edit_hub(*edit),
        }
    }
    Ok(())
}

/// As many threads as the machine has, each with sequences of its own, which are the same every time.
#[test]
fn nothing_that_a_user_wrote_is_lost() {
    let default = ProptestConfig::default();
    let cases = if default.cases == 256 { SEQUENCES } else { default.cases };
    let threads = u32::try_from(thread::available_parallelism().map_or(2, usize::from)).unwrap();
    let counts = Counts::default();
    thread::scope(|scope| {
        let (counts, workers) = (&counts, 0..threads);
        let start = |worker: u32| {
            let config = ProptestConfig {
                cases: cases.div_ceil(threads),
                failure_persistence: None,
                max_shrink_iters: 200,
                ..ProptestConfig::default()
            };
            scope.spawn(move || {
                let seed = [u8::try_from(worker % 256).unwrap(); 32];
                let mut runner =
                    TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &seed));
                let ran = runner
                    .run(&doings(), |doings| nothing_is_lost(&doings, counts).map_err(TestCaseError::fail));
                ran.unwrap_or_else(|error| panic!("{error}"));
            })
        };
        let started: Vec<_> = workers.map(start).collect();
        for worker in started {
            worker.join().unwrap();
        }
    });
    let count = |count: &AtomicUsize| count.load(Ordering::Relaxed);
    let (done, refused) = (count(&counts.done), count(&counts.refused));
    assert!(done > refused, "{done} runs were done and {refused} refused");
    assert!(count(&counts.set_aside) > 0, "nothing was ever set aside");
    if cfg!(target_os = "linux") {
        let expected = usize::try_from(cases / 20).unwrap();
        assert!(count(&counts.killed) >= expected, "only {} were killed", count(&counts.killed));
    }
}
