//! A path from the command line, as it is written into the manifest.

use std::path::Path;

use crate::Environment;
use crate::compose::absolute;

/// The path with `~` for home, to be read from any folder. One that begins with a placeholder, or that no shell has
/// expanded, is kept as it was typed; in another one, `$` is a character of a name.
pub(super) fn declared_path(typed: &str, environment: &Environment) -> String {
    let here = environment.current_dir();
    let full = absolute(here, typed);
    let is_there = fs_err::symlink_metadata(&full).is_ok();
    if !is_there && typed.starts_with(['~', '$', '{']) {
        return typed.to_owned();
    }
    let home = environment.home().filter(|home| home.starts_with('/') && *home != "/");
    let below = home.and_then(|home| full.strip_prefix(Path::new(home)).ok());
    let literal = |path: &Path| path.to_string_lossy().replace('$', "$$");
    match below {
        Some(below) if below.as_os_str().is_empty() => "~".to_owned(),
        Some(below) => format!("~/{}", literal(below)),
        None => literal(&full),
    }
}

#[cfg(test)]
mod tests {
    use super::declared_path;
    use crate::Environment;

    #[test]
    fn says_the_folder_wherever_it_is_read() {
        let home = tempfile::tempdir().unwrap();
        let here = home.path().join("a $b");
        fs_err::create_dir_all(here.join("$c")).unwrap();
        let environment = Environment::new([("HOME".into(), home.path().into())], &here);
        for (typed, expected) in [
            (".", "~/a $$b"),
            ("..", "~"),
            ("$c", "~/a $$b/$$c"),
            ("$d/x", "$d/x"),
            ("~/x", "~/x"),
            ("{{code}}/x", "{{code}}/x"),
            ("/srv/../opt/$x", "/opt/$$x"),
            ("new", "~/a $$b/new"),
        ] {
            assert_eq!(declared_path(typed, &environment), expected, "{typed}");
        }
    }
}
