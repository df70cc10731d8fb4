//! A scratch copy of home.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::copy::{copy_file, copy_folder};
use super::stand_in::{Session, write_stand_in};
use crate::Environment;

/// Variables of the caller that a script may see: they name nothing that it could write to.
const KEPT: [&str; 8] = ["LANG", "LC_ALL", "LC_CTYPE", "TERM", "USER", "LOGNAME", "SHELL", "TZ"];

/// Files of a target that decide about what is generated there.
const OF_THE_PROJECT: [&str; 5] =
    ["AGENTS.md", "CLAUDE.md", ".claude/AGENTS.md", ".claude/CLAUDE.md", ".gitignore"];

/// A home, a hub and a target that are thrown away.
#[derive(Debug)]
pub struct Scratch {
    root: TempDir,
    /// Where everything lies; the same for every scratch copy of one root.
    world: PathBuf,
    real_home: PathBuf,
    /// The copy of the hub.
    pub hub: PathBuf,
    environment: Environment,
}

impl Scratch {
    /// Copies the hub, to the same place below home if it lies there. Each of `variables` names a folder of the copy.
    ///
    /// # Errors
    ///
    /// When the hub cannot be copied.
    pub fn new(hub: &Path, variables: &[String], environment: &Environment) -> io::Result<Self> {
        let root = tempfile::tempdir_in(environment.get("TMPDIR").unwrap_or("/tmp"))?;
        let world = fs_err::canonicalize(root.path())?.join("scratch");
        let real_home = PathBuf::from(environment.home().unwrap_or("/nonexistent"));
        let mut scratch =
            Self { root, world, real_home, hub: PathBuf::new(), environment: environment.clone() };
        scratch.hub = scratch.place_of(hub).unwrap_or_else(|| scratch.world.join("hub"));
        scratch.environment = scratch.new_environment(variables, environment);
        scratch.fill(hub, variables)?;
        Ok(scratch)
    }

    /// Throws everything away and begins anew at the same place.
    ///
    /// # Errors
    ///
    /// When the hub cannot be copied.
    pub fn renew(&mut self, hub: &Path, variables: &[String]) -> io::Result<()> {
        let aside = tempfile::tempdir_in(self.root.path())?;
        fs_err::rename(&self.world, aside.path().join("old"))?;
        self.fill(hub, variables)
    }

    fn fill(&self, hub: &Path, variables: &[String]) -> io::Result<()> {
        for folder in ["home", "programs", "record", "temporary"] {
            fs_err::create_dir_all(self.world.join(folder))?;
        }
        for name in variables {
            fs_err::create_dir_all(self.home().join(name))?;
        }
        copy_folder(hub, &self.hub)
    }

    fn new_environment(&self, variables: &[String], environment: &Environment) -> Environment {
        let mut path = OsString::from(self.world.join("programs"));
        if let Some(rest) = environment.get_os("PATH").filter(|rest| !rest.is_empty()) {
            path.push(":");
            path.push(rest);
        }
        let own = [
            ("PATH".into(), path),
            ("HOME".into(), self.home().into_os_string()),
            ("PWD".into(), self.home().into_os_string()),
            ("TMPDIR".into(), self.world.join("temporary").into_os_string()),
        ];
        let mut all: Vec<(OsString, OsString)> = own.into();
        all.extend(
            KEPT.iter().filter_map(|name| Some(((*name).into(), environment.get_os(name)?.to_owned()))),
        );
        for name in variables {
            // What has a value already keeps it: `$USER` in a path is no folder.
            if !all.iter().any(|(given, _)| given == name.as_str()) {
                all.push((name.into(), self.home().join(name).into_os_string()));
            }
        }
        Environment::new(all, self.home())
    }

    /// What a process in the copy is given.
    pub fn environment(&self) -> &Environment {
        &self.environment
    }

    fn home(&self) -> PathBuf {
        self.world.join("home")
    }

    /// Where something of the real home lies in the copy.
    fn place_of(&self, path: &Path) -> Option<PathBuf> {
        path.strip_prefix(&self.real_home).ok().map(|rest| self.home().join(rest))
    }

    /// The copy of a script: in the hub, or at the same place below home.
    ///
    /// # Errors
    ///
    /// When it cannot be copied.
    pub fn script(&self, script: &Path, hub: &Path) -> io::Result<PathBuf> {
        if let Ok(rest) = script.strip_prefix(hub) {
            return Ok(self.hub.join(rest));
        }
        let name = script.file_name().unwrap_or_default();
        let copy = self.place_of(script).unwrap_or_else(|| self.world.join("scripts").join(name));
        copy_file(script, &copy)?;
        Ok(copy)
    }

    /// Makes the target, with what the project says to its agents. False when it would lie outside of the copy.
    ///
    /// # Errors
    ///
    /// When it cannot be made.
    pub fn make_target(&self, target: &Path) -> io::Result<bool> {
        if !target.starts_with(&self.world) {
            return Ok(false);
        }
        fs_err::create_dir_all(target)?;
        if let Ok(rest) = target.strip_prefix(self.home()) {
            for name in OF_THE_PROJECT {
                copy_file(&self.real_home.join(rest).join(name), &target.join(name))?;
            }
        }
        Ok(true)
    }

    /// Puts a stand-in where `program` would be found. False when that is outside of the copy.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn stand_in(&self, program: &str) -> io::Result<bool> {
        let path = if program.contains('/') {
            PathBuf::from(program)
        } else {
            self.world.join("programs").join(program)
        };
        if !path.starts_with(&self.world) {
            return Ok(false);
        }
        write_stand_in(&path, &self.world.join("record"))?;
        Ok(true)
    }

    /// Whether a program lies in the copy.
    pub fn holds(&self, program: &Path) -> bool {
        program.starts_with(&self.world)
    }

    /// What the stand-in was started with; none when it was not.
    pub fn session(&self) -> Option<Session> {
        Session::read(&self.world.join("record"))
    }
}
