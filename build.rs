//! Puts the pages of `explain/`, which `assembly explain` shows, into one compressed file for the program to hold, and tells
//! the linker what a release of it does not need.

#![expect(clippy::disallowed_methods, reason = "a build script is a program of its own")]

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::{env, fs};

use flate2::Compression;
use flate2::write::DeflateEncoder;

/// Leaves out the tables by which a stack is unwound, an eighth of the program: a release aborts when it panics. The compiler
/// cannot be told so, since the standard library comes with tables and all is optimised as one.
const NO_UNWIND_TABLES: &str = "SECTIONS { /DISCARD/ : { *(.eh_frame) } } INSERT AFTER .comment;\n";

fn main() -> io::Result<()> {
    let folder = env::var_os("OUT_DIR").map(PathBuf::from).unwrap_or_default();
    compress_pages(&folder)?;
    if is_release() && is_usual_linker() {
        let script = folder.join("no-unwind-tables.ld");
        fs::write(&script, NO_UNWIND_TABLES)?;
        println!("cargo::rustc-link-arg-bins=-T{}", script.display());
    }
    Ok(())
}

fn is_release() -> bool {
    env::var("PROFILE").is_ok_and(|profile| profile == "release")
}

/// Whether the linker is the one of the platform: GNU's and LLVM's know the form of the script, of others nobody knows.
fn is_usual_linker() -> bool {
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    is("CARGO_CFG_TARGET_OS", "linux")
        && is("CARGO_CFG_TARGET_ENV", "gnu")
        && env::var_os("RUSTC_LINKER").is_none()
        && !flags.contains("linker")
        && !flags.contains("fuse-ld")
}

fn compress_pages(folder: &Path) -> io::Result<()> {
    println!("cargo::rerun-if-changed=explain");
    let mut pages = String::new();
    for path in files_below(Path::new("explain"))? {
        pages.push_str(&fs::read_to_string(path)?);
        // A page is text, so this stands in none.
        pages.push('\0');
    }
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(pages.as_bytes())?;
    fs::write(folder.join("pages"), encoder.finish()?)?;
    println!("cargo::rustc-env=PAGES_SIZE={}", pages.len());
    Ok(())
}

/// Sorted, so that the same pages make the same program.
fn files_below(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut entries = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<Vec<PathBuf>>>()?;
    entries.sort_unstable();
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
