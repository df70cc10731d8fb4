//! Archives made by hand, and what becomes of them.

use std::collections::BTreeMap;
use std::io::{Seek, Write};
use std::os::unix::fs::MetadataExt;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::bundle::archive::limits::Limits;
use crate::bundle::archive::read::unpack_within;
use crate::bundle::archive::write::Archive;
use crate::bundle::place::PlaceError;

/// An archive with these files.
pub(super) fn archive(files: &[(&str, u32, &[u8])]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut archive = Archive::begin(&mut bytes).unwrap();
    for (path, mode, content) in files {
        archive.file(path, *mode, content.len() as u64, &mut &**content).unwrap();
    }
    archive.finish().unwrap();
    bytes
}

/// One entry of a tar, its content filled up.
pub(super) fn entry(kind: u8, path: &str, mode: u32, content: &[u8]) -> Vec<u8> {
    let mut header = tar::Header::new_ustar();
    header.as_old_mut().name[..path.len()].copy_from_slice(path.as_bytes());
    header.as_old_mut().linkflag[0] = kind;
    header.set_mode(mode);
    header.set_size(content.len() as u64);
    header.set_cksum();
    let mut bytes = header.as_bytes().to_vec();
    bytes.extend_from_slice(content);
    bytes.resize(bytes.len().next_multiple_of(512), 0);
    bytes
}

/// A tar of these entries with its end mark.
pub(super) fn tar(entries: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = entries.concat();
    bytes.resize(bytes.len() + 1024, 0);
    bytes
}

/// Compressed, unlike what we write.
pub(super) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// What lies in the folder afterwards: mode and content of each path.
pub(super) type Unpacked = BTreeMap<String, (u32, Vec<u8>)>;

/// Unpacks, and gives the codes and messages of what is wrong.
pub(super) fn unpack_with(limits: Limits, bytes: &[u8]) -> Result<Unpacked, Vec<(&'static str, String)>> {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    file.rewind().unwrap();
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("deep/er");
    fs_err::create_dir_all(&folder).unwrap();
    let result = unpack_within(limits, &file, &folder);
    // Whatever happens, it happens in the folder.
    assert_eq!(fs_err::read_dir(home.path()).unwrap().count(), 1);
    assert_eq!(fs_err::read_dir(home.path().join("deep")).unwrap().count(), 1);
    match result {
        Ok(()) => {}
        Err(PlaceError::Refused(problems)) => {
            assert!(problems.iter().all(|problem| problem.help.is_some()), "{problems:?}");
            return Err(problems.into_iter().map(|problem| (problem.code.name, problem.message)).collect());
        }
        Err(other) => panic!("{other}"),
    }
    let mut unpacked = BTreeMap::new();
    let mut folders = vec![folder.clone()];
    while let Some(inner) = folders.pop() {
        for entry in fs_err::read_dir(inner).unwrap() {
            let path = entry.unwrap().path();
            let metadata = fs_err::symlink_metadata(&path).unwrap();
            let name = path.strip_prefix(&folder).unwrap().to_str().unwrap().to_owned();
            let mode = metadata.mode() & 0o7777;
            if metadata.is_dir() {
                unpacked.insert(format!("{name}/"), (mode, Vec::new()));
                folders.push(path);
            } else {
                unpacked.insert(name, (mode, fs_err::read(path).unwrap()));
            }
        }
    }
    Ok(unpacked)
}

pub(super) fn unpack(bytes: &[u8]) -> Result<Unpacked, Vec<(&'static str, String)>> {
    unpack_with(Limits::BUNDLE, bytes)
}

/// The codes without their common beginning.
#[track_caller]
pub(super) fn codes(bytes: &[u8]) -> Vec<&'static str> {
    let found = unpack(bytes).expect_err("it should have been refused");
    found.into_iter().map(|(code, _)| code.trim_start_matches("assembly::bundle::")).collect()
}
