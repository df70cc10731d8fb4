//! What the library is told about the process it runs in. It reads none of this itself.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The caller's variables, home and working directory.
#[derive(Clone, Debug)]
pub struct Environment {
    variables: Vec<(OsString, OsString)>,
    current_dir: PathBuf,
    is_root: bool,
    is_portable: bool,
    personal: Option<Personal>,
}

/// Says whether a file of a checkout is in no other one.
#[derive(Clone)]
struct Personal(Arc<dyn Fn(&Path) -> bool + Send + Sync>);

impl fmt::Debug for Personal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Personal")
    }
}

impl Environment {
    /// Takes over variables and an absolute working directory.
    pub fn new(
        variables: impl IntoIterator<Item = (OsString, OsString)>,
        current_dir: impl Into<PathBuf>,
    ) -> Self {
        Self {
            variables: variables.into_iter().collect(),
            current_dir: current_dir.into(),
            is_root: false,
            is_portable: false,
            personal: None,
        }
    }

    /// What is left of it when nothing may depend on this machine: the home, without which a source in it would not be
    /// found, and nothing else.
    #[must_use]
    pub fn portable(&self) -> Self {
        let home = self.variables.iter().filter(|(name, _)| name == "HOME").cloned();
        Self { is_portable: true, ..Self::new(home, self.current_dir.clone()) }
    }

    /// Whether nothing outside of a hub and its sources is to be looked at, so that every machine says the same.
    pub fn is_portable(&self) -> bool {
        self.is_portable
    }

    /// Has files left out, given by absolute path, that no other checkout has, such as those that git ignores.
    #[must_use]
    pub fn without(mut self, is_personal: impl Fn(&Path) -> bool + Send + Sync + 'static) -> Self {
        self.personal = Some(Personal(Arc::new(is_personal)));
        self
    }

    /// Whether a file is to be left out, since no other checkout has it.
    pub(crate) fn leaves_out(&self, file: &Path) -> bool {
        self.personal.as_ref().is_some_and(|Personal(is_personal)| is_personal(file))
    }

    /// Says that the process runs as root; not so unless said.
    #[must_use]
    pub fn as_root(mut self, is_root: bool) -> Self {
        self.is_root = is_root;
        self
    }

    /// Whether the process runs as root.
    pub fn is_root(&self) -> bool {
        self.is_root
    }

    /// The value of a variable, byte for byte.
    pub fn get_os(&self, name: &str) -> Option<&OsStr> {
        self.variables.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_os_str())
    }

    /// The value of a variable if it is UTF-8 and not empty.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.get_os(name).and_then(OsStr::to_str).filter(|value| !value.is_empty())
    }

    /// Every variable, in the caller's order.
    pub fn variables(&self) -> &[(OsString, OsString)] {
        &self.variables
    }

    /// The user's home folder as `HOME` gives it.
    pub fn home(&self) -> Option<&str> {
        self.get("HOME")
    }

    /// Where the command was started; absolute.
    pub fn current_dir(&self) -> &Path {
        &self.current_dir
    }
}
