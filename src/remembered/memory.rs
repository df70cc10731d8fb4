//! The folder with one file for each target.

use std::ffi::OsString;
use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::Remembered;
use crate::Environment;
use crate::digest::Digest;
use crate::disk::{create_private, discard, if_there, is_absent, real};
use crate::plan::TEMPORARY;

/// More bytes are no file of ours.
const LARGEST: u64 = 1 << 16;

/// What is remembered of targets.
#[derive(Clone, Debug)]
pub struct Memory {
    /// None where there is neither a state folder nor a home.
    folder: Option<PathBuf>,
}

impl Memory {
    /// That of the user: in `$XDG_STATE_HOME/assembly`, or `~/.local/state/assembly`.
    pub fn of(environment: &Environment) -> Self {
        let state =
            environment.get("XDG_STATE_HOME").filter(|folder| folder.starts_with('/')).map(PathBuf::from);
        let home = || environment.home().map(|home| Path::new(home).join(".local/state"));
        Self { folder: state.or_else(home).map(|folder| folder.join("assembly/targets")) }
    }

    /// Remembers that a hub writes to a target, whose lock must be held. What is known already is not written again.
    ///
    /// # Errors
    ///
    /// When the state folder cannot be written.
    pub fn remember(&self, target: &Path, hub: &Path) -> io::Result<()> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let record = Remembered { target: real(target), hub: real(hub) };
        let path = folder.join(name_of(&record.target));
        if read(&path).is_ok_and(|known| known.as_ref() == Some(&record)) {
            return Ok(());
        }
        fs_err::create_dir_all(folder)?;
        put(&path, &record.print()?)
    }

    /// Forgets a target.
    ///
    /// # Errors
    ///
    /// When the state folder cannot be written.
    pub fn forget(&self, target: &Path) -> io::Result<()> {
        let Some(folder) = &self.folder else { return Ok(()) };
        match fs_err::remove_file(folder.join(name_of(&real(target)))) {
            Err(error) if is_absent(&error) => Ok(()),
            result => result,
        }
    }

    /// The target, if it is remembered.
    pub fn at(&self, target: &Path) -> Option<Remembered> {
        read(&self.folder.as_ref()?.join(name_of(&real(target)))).ok().flatten()
    }

    /// Everything that is remembered, sorted; files that make no sense are left out.
    ///
    /// # Errors
    ///
    /// When the state folder is there and cannot be read.
    pub fn all(&self) -> io::Result<Vec<Remembered>> {
        let Some(folder) = &self.folder else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        for entry in if_there(fs_err::read_dir(folder))?.into_iter().flatten() {
            let path = entry?.path();
            // A file under another name is a copy that somebody made.
            found.extend(read(&path)?.filter(|record| path.ends_with(name_of(&record.target))));
        }
        found.sort_unstable();
        Ok(found)
    }
}

/// Writes a file whole. Whoever writes about a target has its lock, so the temporary is nobody else's, and one that a killed
/// run left is cleared away.
fn put(path: &Path, text: &[u8]) -> io::Result<()> {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(TEMPORARY);
    let temporary = path.with_file_name(name);
    discard(&temporary)?;
    let written = create_private(&temporary)
        .and_then(|mut file| file.write_all(text))
        .and_then(|()| fs_err::rename(&temporary, path));
    if written.is_err() {
        // What cannot be removed either goes with the next run.
        _ = fs_err::remove_file(&temporary);
    }
    written
}

fn name_of(target: &Path) -> String {
    format!("{}.json", Digest::of(target.as_os_str().as_bytes()))
}

fn read(path: &Path) -> io::Result<Option<Remembered>> {
    let metadata = if_there(fs_err::symlink_metadata(path))?;
    if !metadata.is_some_and(|metadata| metadata.is_file() && metadata.len() <= LARGEST) {
        return Ok(None);
    }
    Ok(if_there(fs_err::read(path))?.and_then(|text| Remembered::parse(&text)))
}

#[cfg(test)]
mod tests {
    use std::os::unix::ffi::OsStringExt;

    use super::*;

    fn memory(home: &Path) -> Memory {
        Memory::of(&Environment::new([("HOME".into(), home.into())], "/"))
    }

    #[test]
    fn remembers_each_target_once_whatever_its_name() {
        let home = tempfile::tempdir().unwrap();
        let memory = memory(home.path());
        assert_eq!(memory.all().unwrap(), []);
        let odd = PathBuf::from(OsString::from_vec(b"/t/\xff \"$x\"\n".to_vec()));
        for target in [Path::new("/t/one"), &odd, Path::new("/t/one")] {
            memory.remember(target, Path::new("/hub")).unwrap();
        }
        memory.remember(&odd, Path::new("/other")).unwrap();
        let hubs: Vec<_> = memory.all().unwrap().into_iter().map(|known| (known.target, known.hub)).collect();
        assert_eq!(hubs, [("/t/one".into(), "/hub".into()), (odd.clone(), "/other".into())]);
        assert_eq!(fs_err::read_dir(memory.folder.as_ref().unwrap()).unwrap().count(), 2);
        memory.forget(&odd).unwrap();
        memory.forget(&odd).unwrap();
        assert_eq!(memory.at(&odd), None);
        assert_eq!(memory.all().unwrap().len(), 1);
    }

    #[test]
    fn what_a_killed_run_left_goes_with_the_next() {
        let home = tempfile::tempdir().unwrap();
        let memory = memory(home.path());
        memory.remember(Path::new("/t"), Path::new("/hub")).unwrap();
        let folder = memory.folder.clone().unwrap();
        fs_err::write(folder.join(format!(".{}{TEMPORARY}", name_of(Path::new("/t")))), "half").unwrap();
        assert_eq!(memory.all().unwrap().len(), 1);
        memory.remember(Path::new("/t"), Path::new("/other")).unwrap();
        assert_eq!(fs_err::read_dir(folder).unwrap().count(), 1);
        assert_eq!(memory.at(Path::new("/t")).unwrap().hub, Path::new("/other"));
    }

    #[test]
    fn what_makes_no_sense_is_left_out() {
        let home = tempfile::tempdir().unwrap();
        let memory = memory(home.path());
        memory.remember(Path::new("/t"), Path::new("/hub")).unwrap();
        let folder = memory.folder.clone().unwrap();
        let file = folder.join(name_of(Path::new("/t")));
        fs_err::copy(&file, folder.join("copy.json")).unwrap();
        fs_err::write(folder.join(name_of(Path::new("/u"))), "{").unwrap();
        fs_err::create_dir(folder.join(name_of(Path::new("/v")))).unwrap();
        assert_eq!(memory.all().unwrap().len(), 1);
        fs_err::write(&file, r#"{"format":"assembly.target/1","target":"relative","hub":"/hub"}"#).unwrap();
        assert_eq!(memory.all().unwrap(), []);
    }
}
