//! How a file of `hooks/` is run.

use std::path::Path;

use crate::diagnostic::shell_word;
use crate::manifest::ASSEMBLY_DIR;

/// The values of `command` and, for the form without a shell, of `args`.
///
/// Without arguments the command is one string for `/bin/sh -c`, comparable with what shell launchers wrote. With
/// arguments there is no shell, so nothing is quoted. There the CLI still replaces `${CLAUDE_PROJECT_DIR}` and its
/// other placeholders in arguments; they are left as they are, since it has no way to escape them and their
/// own meaning is the useful one.
///
/// Shell scripts are handed to `bash`, so they need no executable bit.
pub(in crate::harness) fn invocation(path: &str, args: Option<&[String]>) -> (String, Option<Vec<String>>) {
    let is_shell_script = Path::new(path).extension().is_some_and(|extension| extension == "sh");
    match args {
        None if is_shell_script => (format!("bash {}", word(path)), None),
        None => (word(path), None),
        Some(args) if is_shell_script => {
            let words = std::iter::once(path.to_owned()).chain(args.iter().cloned());
            ("bash".to_owned(), Some(words.collect()))
        }
        Some(args) => (path.to_owned(), Some(args.to_vec())),
    }
}

/// A path as a word of a shell. What a portable one begins with is quoted only if the rest has to be, as it is where the
/// hub or the home has a plain name.
fn word(path: &str) -> String {
    let begin = ["~", ASSEMBLY_DIR].into_iter().find(|begin| path.starts_with(*begin)).unwrap_or_default();
    let is_plain = shell_word(&path[begin.len()..]) == path[begin.len()..];
    if is_plain { path.to_owned() } else { shell_word(path) }
}

#[cfg(test)]
mod tests {
    use super::invocation;

    fn shell(path: &str) -> String {
        let (command, args) = invocation(path, None);
        assert_eq!(args, None);
        command
    }

    #[test]
    fn plain_paths_are_not_quoted() {
        assert_eq!(shell("/hub/hooks/prompt-guard.sh"), "bash /hub/hooks/prompt-guard.sh");
        assert_eq!(shell("/hub/hooks/guard_2.py"), "/hub/hooks/guard_2.py");
        assert_eq!(shell("/hub/hooks/sh"), "/hub/hooks/sh");
    }

    #[test]
    fn a_shell_reads_every_path_back() {
        for path in [
            "/a b/x.sh",
            "/it's/x.sh",
            "/\"q\"/x.sh",
            "/$HOME/x.sh",
            "/`id`/x.sh",
            "/a\nb/x.sh",
            "/grün/x.sh",
            "/a;b&c|d/x.sh",
            "/a\\b/x.sh",
            "/#(x)/!x/~/x.sh",
        ] {
            let command = shell(path);
            assert_ne!(command, format!("bash {path}"));
            let script = command.strip_prefix("bash ").unwrap();
            let output = std::process::Command::new("/bin/sh")
                .args(["-c", &format!("printf %s {script}")])
                .output()
                .unwrap();
            assert_eq!(String::from_utf8(output.stdout).unwrap(), path);
        }
    }

    #[test]
    fn portable_paths_are_quoted_as_in_a_plain_hub() {
        assert_eq!(shell("{{ASSEMBLY_DIR}}/hooks/x.sh"), "bash {{ASSEMBLY_DIR}}/hooks/x.sh");
        assert_eq!(shell("{{ASSEMBLY_DIR}}/hooks/a b.sh"), "bash '{{ASSEMBLY_DIR}}/hooks/a b.sh'");
        assert_eq!(shell("~/team/hooks/guard"), "~/team/hooks/guard");
        assert_eq!(shell("/{x}/guard"), "'/{x}/guard'");
    }

    #[test]
    fn arguments_need_no_shell() {
        let args = ["--deny".to_owned(), "a b $X".to_owned()];
        assert_eq!(invocation("/h b/x.py", Some(&args)), ("/h b/x.py".to_owned(), Some(args.to_vec())));
        let (command, words) = invocation("/h b/x.sh", Some(&args));
        assert_eq!(command, "bash");
        assert_eq!(words.unwrap(), ["/h b/x.sh", "--deny", "a b $X"]);
        assert_eq!(invocation("/x.py", Some(&[])), ("/x.py".to_owned(), Some(vec![])));
    }
}
