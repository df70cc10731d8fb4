//! Puts the pages of `explain/`, which `assembly explain` shows, into one compressed file for the program to hold.

#![expect(clippy::disallowed_methods, reason = "a build script is a program of its own")]

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::{env, fs};

use flate2::Compression;
use flate2::write::DeflateEncoder;

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=explain");
    let mut pages = String::new();
    for path in files_below(Path::new("explain"))? {
        pages.push_str(&fs::read_to_string(path)?);
        // A page is text, so this stands in none.
        pages.push('\0');
    }
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(pages.as_bytes())?;
    let folder = env::var_os("OUT_DIR").map(PathBuf::from).unwrap_or_default();
    fs::write(folder.join("pages"), encoder.finish()?)?;
    println!("cargo::rustc-env=PAGES_SIZE={}", pages.len());
    Ok(())
}

/// Sorted, so that the same pages make the same program.
fn files_below(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut entries = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<Vec<PathBuf>>>()?;
    entries.sort();
    let mut files = Vec::new();
    for path in entries {
        if path.is_dir() {
            files.extend(files_below(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            files.push(path);
        }
    }
    Ok(files)
}
