//! bash, which needs more than clap does for it: it cuts words at `:` and `=`, and takes a completion as if it were typed,
//! so that a name with a space would become two words.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;

use clap_complete::engine;
use clap_complete::env::EnvCompleter;

use super::line::Line;
use super::typed;

/// How bash is taught, and answered.
pub(super) struct Bash;

/// Bash 3, which is macOS's, has neither `compopt` nor `mapfile`: the space behind a word comes with it.
const SCRIPT: &str = r#"_assembly_complete() {
    local candidate
    COMPREPLY=()
    while IFS= read -r candidate; do
        COMPREPLY+=("$candidate")
    done < <(VARIABLE=bash COMPLETER -- "${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null)
}
if [[ "${BASH_VERSINFO[0]}" -eq 4 && "${BASH_VERSINFO[1]}" -ge 4 || "${BASH_VERSINFO[0]}" -gt 4 ]]; then
    complete -o nospace -o bashdefault -o nosort -F _assembly_complete assembly
else
    complete -o nospace -o bashdefault -F _assembly_complete assembly
fi
"#;

impl EnvCompleter for Bash {
    fn name(&self) -> &'static str {
        "bash"
    }

    fn is(&self, name: &str) -> bool {
        name == "bash"
    }

    fn write_registration(
        &self,
        variable: &str,
        _name: &str,
        _program: &str,
        completer: &str,
        script: &mut dyn Write,
    ) -> io::Result<()> {
        let completer = crate::diagnostic::shell_word(completer);
        script.write_all(SCRIPT.replace("VARIABLE", variable).replace("COMPLETER", &completer).as_bytes())
    }

    /// The arguments are the line up to the cursor, and the end of it that bash will replace.
    fn write_complete(
        &self,
        command: &mut clap::Command,
        arguments: Vec<OsString>,
        folder: Option<&Path>,
        answer: &mut dyn Write,
    ) -> io::Result<()> {
        let mut arguments = arguments.iter().map(|argument| argument.to_string_lossy());
        let line = Line::read(&arguments.next().unwrap_or_default());
        let replaced = arguments.next().unwrap_or_default();
        let words: Vec<OsString> = line.words.iter().map(OsString::from).collect();
        typed::remember(words.clone());
        let last = words.len() - 1;
        let candidates = engine::complete(command, words, last, folder)?;
        let is_only = candidates.len() == 1;
        for candidate in candidates {
            let candidate = line.completed(&candidate.get_value().to_string_lossy(), &replaced);
            let is_whole = is_only && !line.is_quoted() && !candidate.ends_with(['=', '/', ':']);
            writeln!(answer, "{candidate}{}", if is_whole { " " } else { "" })?;
        }
        Ok(())
    }
}
