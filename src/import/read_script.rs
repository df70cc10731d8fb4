//! Reading a script, without being surprised by what it is.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use super::codes;
use crate::diagnostic::{Diagnostic, Place, SourceFile, visible};
use crate::disk::cause;

/// The longest script that is read, in bytes.
const LIMIT: usize = 1 << 20;

/// Shells whose scripts are read as those of bash.
const LIKE_BASH: [&str; 8] = ["sh", "bash", "zsh", "dash", "ash", "ksh", "mksh", "rbash"];

/// The name of the program that a first line wants.
pub(super) fn shebang(text: &str) -> Option<&str> {
    let mut words = text.lines().next()?.strip_prefix("#!")?.split_whitespace();
    let first = words.next()?;
    let is_program = |word: &&str| !word.starts_with('-') && !word.contains('=');
    let program = if first.ends_with("/env") { words.find(is_program)? } else { first };
    program.rsplit('/').next()
}

/// Reads a script. `name` is what reports call it.
///
/// # Errors
///
/// What is in the way, as a problem: no regular file, too long, not UTF-8, or nobody may read it.
pub(super) fn read_script(path: &Path, name: &str) -> Result<Arc<SourceFile>, Box<Diagnostic>> {
    let shown = visible(name);
    let problem = |fact: &str, help: &str| {
        Box::new(Diagnostic::new(&codes::UNREADABLE, format!("`{shown}` {fact}")).help(help))
    };
    let unreadable = |error: &std::io::Error| {
        problem(&format!("cannot be read: {}", visible(&cause(error))), "name a script that you may read")
    };
    // Asked before it is opened: opening a pipe waits for its other end.
    let metadata = fs_err::metadata(path).map_err(|error| unreadable(&error))?;
    if !metadata.is_file() {
        return Err(problem("is no regular file", "name a script, or a folder of scripts"));
    }
    let mut bytes = Vec::new();
    fs_err::File::open(path)
        .and_then(|file| file.take(LIMIT as u64 + 1).read_to_end(&mut bytes))
        .map_err(|error| unreadable(&error))?;
    if bytes.len() > LIMIT {
        return Err(problem("is over 1 MiB", "name a script that a person wrote"));
    }
    if bytes.contains(&0) {
        return Err(problem("is no text: it holds a NUL byte", "name a shell script"));
    }
    if let Some(program) = std::str::from_utf8(&bytes).ok().and_then(shebang)
        && !LIKE_BASH.contains(&program)
    {
        return Err(problem(
            &format!("is written for `{}`, which is not read", visible(program)),
            "write its launcher by hand: `assembly new launcher NAME`",
        ));
    }
    String::from_utf8(bytes).map(|text| SourceFile::new(path, name, text)).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let file = SourceFile::broken(path, name, error.as_bytes());
        let problem = problem("is not UTF-8", "save the file as UTF-8");
        Box::new(problem.label(&Place::new(&file, at..at + 1), "the first byte that is not"))
    })
}

#[cfg(test)]
mod tests {
    use super::{LIMIT, read_script, shebang};

    #[test]
    fn a_first_line_names_a_program() {
        assert_eq!(shebang("#!/bin/bash -e\n"), Some("bash"));
        assert_eq!(shebang("#! /usr/bin/env -S A=b zsh -f\n"), Some("zsh"));
        assert_eq!(shebang("#!/usr/bin/env\n"), None);
        assert_eq!(shebang("#!\n"), None);
        assert_eq!(shebang("# fish\n"), None);
    }

    #[test]
    fn refuses_what_is_no_script() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sh");
        let said = |path| read_script(path, "a.sh").unwrap_err().message.clone();
        assert!(said(&path).starts_with("`a.sh` cannot be read"));
        assert_eq!(said(folder.path()), "`a.sh` is no regular file");
        fs_err::write(&path, vec![b'#'; LIMIT + 1]).unwrap();
        assert_eq!(said(&path), "`a.sh` is over 1 MiB");
        fs_err::write(&path, b"echo \xff\n").unwrap();
        assert_eq!(said(&path), "`a.sh` is not UTF-8");
        fs_err::write(&path, b"\x7fELF\0").unwrap();
        assert_eq!(said(&path), "`a.sh` is no text: it holds a NUL byte");
        fs_err::write(&path, vec![b'#'; LIMIT]).unwrap();
        assert!(read_script(&path, "a.sh").is_ok());
    }
}
