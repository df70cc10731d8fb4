//! The process to be.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::Environment;

/// Everything about the agent's process; nothing is inherited beside it but the open terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// Absolute, found by [`super::find_program`].
    pub program: PathBuf,
    /// What the process is told as its own name: the program as declared.
    pub argv0: OsString,
    /// The words after it.
    pub arguments: Vec<OsString>,
    /// Where it starts; absolute, links kept.
    pub directory: PathBuf,
    /// Complete: the caller's variables with the launcher's on top, from [`session_environment`].
    pub environment: Vec<(OsString, OsString)>,
    /// A file that the session keeps locked as long as any of its processes lives, if it is there.
    pub lock: Option<PathBuf>,
}

/// The caller's variables, then the launcher's `env` on top (`None` unsets), then what every session is told: `PWD`,
/// `ASSEMBLY_DIR` (the hub) and `ASSEMBLY_LAUNCHER`.
///
/// Each variable occurs once. A replaced one keeps its place, a new one comes last.
pub fn session_environment(
    environment: &Environment,
    set: &[(String, Option<String>)],
    directory: &Path,
    hub: &str,
    launcher: &str,
) -> Vec<(OsString, OsString)> {
    let mut variables = Vec::with_capacity(environment.variables().len() + set.len() + 3);
    for (name, value) in environment.variables() {
        // Of a doubled name the first counts, as for `getenv` and for `Environment`.
        if position(&variables, name).is_none() {
            variables.push((name.clone(), value.clone()));
        }
    }
    for (name, value) in set {
        assign(&mut variables, name, value.as_ref().map(OsString::from));
    }
    assign(&mut variables, "PWD", Some(directory.into()));
    assign(&mut variables, "ASSEMBLY_DIR", Some(hub.into()));
    assign(&mut variables, "ASSEMBLY_LAUNCHER", Some(launcher.into()));
    variables
}

fn assign(variables: &mut Vec<(OsString, OsString)>, name: &str, value: Option<OsString>) {
    match (position(variables, name), value) {
        (Some(at), Some(value)) => variables[at].1 = value,
        (Some(at), None) => drop(variables.remove(at)),
        (None, Some(value)) => variables.push((name.into(), value)),
        (None, None) => {}
    }
}

fn position(variables: &[(OsString, OsString)], name: impl AsRef<std::ffi::OsStr>) -> Option<usize> {
    variables.iter().position(|(known, _)| known == name.as_ref())
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt;
    use std::path::Path;

    use super::session_environment;
    use crate::Environment;

    fn caller(variables: &[(&str, &str)]) -> Environment {
        Environment::new(variables.iter().map(|(name, value)| (name.into(), value.into())), "/somewhere")
    }

    fn shown(variables: &[(OsString, OsString)]) -> Vec<String> {
        variables
            .iter()
            .map(|(name, value)| format!("{}={}", name.to_string_lossy(), value.to_string_lossy()))
            .collect()
    }

    #[test]
    fn puts_the_launcher_on_top_and_keeps_the_order() {
        let set = [
            ("B".to_owned(), Some("2".to_owned())),
            ("C".to_owned(), None),
            ("D".to_owned(), Some(String::new())),
        ];
        let environment = caller(&[("A", "1"), ("B", "1"), ("PWD", "/somewhere"), ("C", "1"), ("Z", "")]);
        let variables = session_environment(&environment, &set, Path::new("/target"), "/hub", "x-claude");
        assert_eq!(
            shown(&variables),
            ["A=1", "B=2", "PWD=/target", "Z=", "D=", "ASSEMBLY_DIR=/hub", "ASSEMBLY_LAUNCHER=x-claude"]
        );
    }

    #[test]
    fn says_its_own_variables_itself() {
        let set = [("PWD".to_owned(), None), ("ASSEMBLY_DIR".to_owned(), Some("/else".to_owned()))];
        let variables = session_environment(&caller(&[]), &set, Path::new("/t"), "/hub", "x");
        assert_eq!(shown(&variables), ["ASSEMBLY_DIR=/hub", "PWD=/t", "ASSEMBLY_LAUNCHER=x"]);
    }

    #[test]
    fn keeps_bytes_and_the_first_of_a_doubled_name() {
        let odd = OsString::from_vec(vec![b'o', 0xff]);
        let environment = Environment::new(
            [(odd.clone(), odd.clone()), ("A".into(), "1".into()), ("A".into(), "2".into())],
            "/",
        );
        let variables = session_environment(&environment, &[], Path::new("/t"), "/hub", "x");
        assert_eq!(variables[0], (odd.clone(), odd));
        assert_eq!(variables[1], ("A".into(), "1".into()));
        assert_eq!(variables.len(), 5);
    }
}
