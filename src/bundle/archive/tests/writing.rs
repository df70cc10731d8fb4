//! The bytes that are written.

use std::io::Write;
use std::process::{Command, Stdio};

use super::support::{archive, unpack};
use crate::Digest;

/// A name of 200 bytes, one that is not ASCII, an executable, an empty file, and one longer than a block.
fn sample() -> Vec<(String, u32, Vec<u8>)> {
    let long = format!("{}/{}", "d".repeat(99), "f".repeat(100));
    vec![
        ("a".to_owned(), 0o644, Vec::new()),
        (long, 0o644, b"long\n".to_vec()),
        ("grün/é".to_owned(), 0o644, vec![0xff; 512]),
        ("scripts/run.sh".to_owned(), 0o755, b"#!/bin/sh\n".to_vec()),
        ("x".repeat(100), 0o644, (0..200_000_u32).flat_map(u32::to_le_bytes).collect()),
    ]
}

fn sample_archive() -> Vec<u8> {
    let sample = sample();
    let files: Vec<_> = sample.iter().map(|(path, mode, bytes)| (path.as_str(), *mode, &**bytes)).collect();
    archive(&files)
}

#[test]
fn the_bytes_are_those_of_every_release() {
    let bytes = sample_archive();
    assert_eq!(bytes, sample_archive());
    assert_eq!(
        Digest::of(&bytes).to_string(),
        "55a65c93627b61e9c6d6b7f7f6a0f187e0eb7ab7df4ec3a445392fb8faaea365"
    );
    assert_eq!(archive(&[]).len(), 10 + 5 + 1024 + 8);
}

#[test]
fn all_of_it_comes_back() {
    let unpacked = unpack(&sample_archive()).unwrap();
    for (path, mode, bytes) in sample() {
        assert_eq!(unpacked[&path], (mode, bytes), "{path}");
    }
    assert_eq!(unpacked.keys().filter(|path| path.ends_with('/')).count(), 3);
}

/// Whoever wrote `tar` and `gzip` had nothing to do with this.
#[test]
fn other_programs_read_it() {
    let home = tempfile::tempdir().unwrap();
    let mut tar = Command::new("tar")
        .args(["-xzf", "-", "--strip-components=0", "-C"])
        .arg(home.path())
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let bytes = sample_archive();
    let mut stdin = tar.stdin.take().unwrap();
    stdin.write_all(&bytes).unwrap();
    drop(stdin);
    let output = tar.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.stderr, b"");
    for (path, _, bytes) in sample() {
        assert_eq!(fs_err::read(home.path().join(&path)).unwrap(), bytes, "{path}");
    }
}

#[test]
fn a_full_block_is_not_followed_by_an_empty_one() {
    // A header and the marks are three of 512 bytes, so these are the sizes around the ends of blocks.
    for blocks in [127, 128, 255, 256, 257] {
        let size = (blocks - 3) * 512;
        let bytes = archive(&[("a", 0o644, &vec![7; size])]);
        assert_eq!(bytes.len(), 10 + (blocks * 512).div_ceil(0xffff) * 5 + blocks * 512 + 8);
        assert_eq!(unpack(&bytes).unwrap()["a"].1.len(), size);
    }
}

#[test]
fn a_file_that_got_shorter_is_an_error() {
    let mut bytes = Vec::new();
    let mut archive = crate::bundle::archive::write::Archive::begin(&mut bytes).unwrap();
    let error = archive.file("a", 0o644, 3, &mut &b"ab"[..]).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::UnexpectedEof);
}
