//! What was understood of a script: a launcher before it is written down.

use std::path::PathBuf;
use std::sync::Arc;

use super::bash::Comment;
use super::text::{Part, Text, Word};
use crate::diagnostic::{Place, SourceFile};

/// A launcher as a script describes it.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    /// The script.
    pub(super) file: Arc<SourceFile>,
    /// The script's file name without its extension.
    pub(super) name: String,
    /// The hub it belongs to; absolute.
    pub(super) hub: PathBuf,
    /// The leading comment.
    pub(super) description: Option<String>,
    /// The folder it opens.
    pub(super) target: Option<Word>,
    /// The agent CLI.
    pub(super) cli: Option<Word>,
    /// The modules, if it assembles any.
    pub(super) modules: Option<Vec<Word>>,
    /// The hooks, likewise.
    pub(super) hooks: Option<Vec<Word>>,
    /// The skills, likewise.
    pub(super) skills: Option<Vec<Word>>,
    /// Whether it keeps the ignore file.
    pub(super) gitignore: bool,
    /// The CLI's arguments.
    pub(super) flags: Vec<Word>,
    /// Variables for the CLI; without a value they are taken away.
    pub(super) env: Vec<Variable>,
    /// What is kept as a comment, in order.
    pub(super) unsaid: Vec<Place>,
    /// The comments of the script that are not part of anything else.
    pub(super) comments: Vec<Comment>,
}

impl Draft {
    /// The caller's variables that the launcher cannot do without.
    pub(super) fn variables(&self) -> Vec<String> {
        let words = self.target.iter().chain(&self.cli).chain(&self.flags).map(|word| &word.text);
        let values = self.env.iter().filter_map(|variable| variable.value.as_ref());
        let mut names: Vec<String> = Vec::new();
        for part in words.chain(values).flat_map(Text::parts) {
            if let Part::Variable { name, default: None } = part
                && !names.contains(name)
            {
                names.push(name.clone());
            }
        }
        names
    }
}

/// A variable that a script exports.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) value: Option<Text>,
    pub(super) place: Place,
}
