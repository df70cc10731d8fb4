//! A launcher or preset in the words of the manifest, before it is laid out.

use std::ops::Range;

use super::speech::Speech;
use crate::import::draft::Draft;
use crate::import::text::{Text, Word};

/// A value as the manifest has it, without quotes, and where in the script it stands.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) text: String,
    pub(super) origin: Option<Range<usize>>,
}

/// The nodes of a launcher or preset.
#[derive(Clone, Debug, Default)]
pub(in crate::import) struct Recipe {
    pub(in crate::import) name: String,
    pub(super) is_preset: bool,
    pub(super) description: Option<String>,
    pub(super) uses: Option<String>,
    pub(super) vars: Vec<(String, String)>,
    pub(super) target: Option<Entry>,
    pub(super) cli: Option<Entry>,
    pub(super) harness: Option<String>,
    pub(super) modules: Option<Vec<Entry>>,
    pub(super) hooks: Option<Vec<Entry>>,
    pub(super) skills: Option<Vec<Entry>>,
    /// Whether `gitignore #false` is said.
    pub(super) leaves_gitignore: bool,
    pub(super) flags: Vec<Vec<Entry>>,
    /// Variables with their values; without one they are taken away.
    pub(super) env: Vec<(String, Option<String>, Option<Range<usize>>)>,
    /// Whether `tmux #false` is said.
    pub(super) leaves_tmux: bool,
}

impl Recipe {
    /// The launcher that a draft is.
    pub(in crate::import) fn of(draft: &Draft) -> Self {
        let mut speech = Speech::new(&draft.hub, draft.target.as_ref().map(|target| &target.text));
        let origin = |word: &Word| (word.place.file == draft.file).then(|| word.place.span.clone());
        let path = |word: &Option<Word>, speech: &mut Speech| {
            word.as_ref().map(|word| Entry { text: speech.path(&word.text), origin: origin(word) })
        };
        let names = |words: &Option<Vec<Word>>| -> Option<Vec<Entry>> {
            let words = words.as_ref()?.iter();
            Some(words.map(|word| Entry { text: plain(&word.text), origin: origin(word) }).collect())
        };
        let target = path(&draft.target, &mut speech);
        let cli = path(&draft.cli, &mut speech);
        let assembles = draft.modules.is_some() || draft.hooks.is_some() || draft.skills.is_some();
        // The shell library knows one layout and uses it for every CLI.
        let is_claude = draft
            .cli
            .as_ref()
            .and_then(|cli| cli.text.as_plain())
            .is_some_and(|cli| cli.rsplit('/').next() == Some("claude"));
        let mut flags: Vec<Vec<Entry>> = Vec::new();
        for word in &draft.flags {
            let entry = Entry { text: speech.text(&word.text), origin: origin(word) };
            let begins =
                entry.text.starts_with('-') && flags.last().is_none_or(|group| group[0].text != "--");
            match flags.last_mut() {
                Some(group) if !begins => group.push(entry),
                _ => flags.push(vec![entry]),
            }
        }
        let mut env = Vec::new();
        for variable in &draft.env {
            let value = variable.value.as_ref().map(|value| speech.text(value));
            let own = (variable.place.file == draft.file).then(|| variable.place.span.clone());
            env.push((variable.name.clone(), value, own));
        }
        let leaves_tmux =
            env.iter().any(|(name, value, _)| name == "TMUX" && value.as_deref().is_none_or(str::is_empty));
        Self {
            name: draft.name.clone(),
            is_preset: false,
            description: draft.description.clone(),
            uses: None,
            target,
            cli,
            harness: (assembles && !is_claude && draft.cli.is_some()).then(|| "claude".to_owned()),
            modules: names(&draft.modules),
            hooks: names(&draft.hooks),
            skills: names(&draft.skills),
            leaves_gitignore: !draft.gitignore,
            flags,
            env,
            leaves_tmux,
            vars: speech.vars,
        }
    }
}

fn plain(text: &Text) -> String {
    text.as_plain().unwrap_or_default().to_owned()
}
