//! What is left at each moment at which a process can die, and what the next one makes of it.

use std::path::PathBuf;

use super::{Home, text_of, with_put, write_sample};
use crate::bundle::place::staging::{Part, Staging};
use crate::bundle::place::sweep::sweep;
use crate::bundle::place::{Destination, Effect};

const DEAD: &str = ".assembly-bundle-aB3dE6gH9jK2";

/// A staging folder whose process is gone.
fn dead(home: &Home) -> PathBuf {
    let path = home.path(DEAD);
    fs_err::create_dir(&path).unwrap();
    fs_err::write(path.join("lock"), "1\n").unwrap();
    path
}

#[test]
fn whatever_a_dead_process_left_is_cleared_away() {
    let home = Home::new();
    let moments: [&dyn Fn(); 6] = [
        &|| fs_err::create_dir(home.path(DEAD)).unwrap(),
        &|| drop(dead(&home)),
        &|| fs_err::create_dir(dead(&home).join("new")).unwrap(),
        &|| write_sample(&dead(&home).join("new"), "half"),
        &|| write_sample(&dead(&home).join("swap"), "old"),
        &|| fs_err::create_dir(dead(&home).join("gone")).unwrap(),
    ];
    let destination = Destination::resolve(&home.path("sam")).unwrap();
    for (number, moment) in moments.into_iter().enumerate() {
        moment();
        let text = format!("{number}");
        let placed = with_put(&text, |put| put.at(&destination)).unwrap();
        assert_eq!(placed.set_aside, [""; 0].map(PathBuf::from));
        assert_eq!(placed.effect, if number == 0 { Effect::Created } else { Effect::Replaced });
        assert_eq!(home.names(), ["sam"], "{number}");
        assert_eq!(text_of(&home.path("sam")), text);
    }
}

#[test]
fn what_made_way_and_was_changed_by_somebody_is_kept() {
    let home = Home::new();
    let swap = dead(&home).join("swap");
    write_sample(&swap, "old");
    fs_err::write(swap.join("note"), "mine").unwrap();
    assert_eq!(sweep(&home.path), [home.path("bundle.set-aside-1")]);
    assert_eq!(fs_err::read_to_string(home.path("bundle.set-aside-1/note")).unwrap(), "mine");
    assert_eq!(home.names(), ["bundle.set-aside-1"]);
}

#[test]
fn what_lives_is_left_alone() {
    let home = Home::new();
    let staging = Staging::make(&home.path).unwrap();
    write_sample(&staging.part(Part::New), "half");
    let before = home.tree();
    assert_eq!(sweep(&home.path), [""; 0].map(PathBuf::from));
    assert_eq!(home.tree(), before);
    drop(staging);
    assert_eq!(home.names(), [""; 0]);
}

#[test]
fn names_that_look_alike_are_left_alone() {
    let home = Home::new();
    for name in [".assembly-bundle-mine", ".assembly-bundle-aB3dE6gH9jK22", "x.assembly-bundle-aB3dE6gH9jK2"]
    {
        fs_err::create_dir(home.path(name)).unwrap();
        fs_err::write(home.path(name).join("lock"), "").unwrap();
    }
    fs_err::write(dead(&home).join("note"), "mine").unwrap();
    fs_err::write(home.path(".assembly-bundle-bB3dE6gH9jK2"), "a file").unwrap();
    fs_err::create_dir(home.path("real")).unwrap();
    fs_err::write(home.path("real/lock"), "").unwrap();
    fs_err::os::unix::fs::symlink("real", home.path(".assembly-bundle-cB3dE6gH9jK2")).unwrap();
    fs_err::create_dir(home.path(".assembly-bundle-dB3dE6gH9jK2")).unwrap();
    fs_err::os::unix::fs::symlink("../real/lock", home.path(".assembly-bundle-dB3dE6gH9jK2/lock")).unwrap();
    let before = home.tree();
    sweep(&home.path);
    assert_eq!(home.tree(), before);
}

#[test]
fn sweeps_and_makers_do_not_disturb_each_other() {
    let home = Home::new();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..50 {
                    let staging = Staging::make(&home.path).unwrap();
                    fs_err::write(staging.part(Part::New), "x").unwrap();
                    sweep(&home.path);
                    assert_eq!(fs_err::read_to_string(staging.part(Part::New)).unwrap(), "x");
                }
            });
        }
    });
    assert_eq!(home.names(), [""; 0]);
}
