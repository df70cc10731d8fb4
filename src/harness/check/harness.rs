//! The entrance: every check of one composition.

use super::event::check_event;
use super::given::given;
use super::handler::check_handler;
use super::literal::{check_hook_literals, check_literals};
use super::matcher::check_matcher;
use super::repeated::check_repeated;
use super::settings::{check_contradictions, check_layer};
use super::taken::check_taken;
use crate::compose::{Composition, Hook};
use crate::diagnostic::{Diagnostic, Problems, did_you_mean};
use crate::harness::codes;
use crate::harness::{Harness, names};

impl Harness {
    /// Reports what the CLI would not understand or would silently ignore.
    pub fn check(&self, composition: &Composition, problems: &mut Problems) {
        if self.known {
            let given = given(self.layout, &composition.flags);
            check_repeated(self.layout, &given, problems);
            check_taken(self.layout, &given, problems);
        } else {
            self.report_unknown(composition, problems);
        }
        check_literals(composition, problems);
        self.check_hooks(composition, problems);
        self.check_settings(composition, problems);
    }

    /// Reports what is wrong with declared keys of the settings file. Of a CLI without a layout nobody knows.
    pub fn check_settings(&self, composition: &Composition, problems: &mut Problems) {
        if !self.known {
            return;
        }
        for layer in &composition.settings.layers {
            check_layer(self.layout, layer, problems);
        }
        check_contradictions(&composition.settings, &composition.launcher.value, problems);
    }

    /// Reports what is wrong with hook entries, also with those that are left out because their file is missing.
    pub fn check_hooks(&self, composition: &Composition, problems: &mut Problems) {
        for hook in composition.hooks.iter().flatten().chain(&composition.left_out) {
            self.check_hook(hook, problems);
        }
    }

    /// Reports what the CLI would refuse to do for root.
    pub fn check_for_root(&self, composition: &Composition, problems: &mut Problems) {
        let words =
            composition.flags.iter().flat_map(|flags| flags.words.iter().map(move |word| (flags, word)));
        for (flags, word) in words.filter(|_| self.known) {
            if self.layout.refused_as_root.contains(&word.value.as_str()) {
                let (title, option) = (self.layout.title, &word.value);
                problems.push(
                    Diagnostic::new(&codes::REFUSED_AS_ROOT, format!("{title} refuses `{option}` from root"))
                        .label(&word.place, "given here, and you are root")
                        .help("start it as another user, or take the option out")
                        .scope(&flags.by),
                );
            }
        }
    }

    /// Reports what is wrong with one hook entry.
    fn check_hook(&self, hook: &Hook, problems: &mut Problems) {
        let event = check_event(self.layout, hook, problems);
        if let (Some(event), Some(matcher)) = (event, &hook.matcher) {
            check_matcher(self.layout, event, matcher, hook, problems);
        }
        check_handler(self.layout, event, hook, problems);
        check_hook_literals(self.layout, hook, problems);
    }

    fn report_unknown(&self, composition: &Composition, problems: &mut Problems) {
        let Some(cli) = &composition.cli else { return };
        let name = &cli.harness.value;
        let title = self.layout.title;
        let help = did_you_mean(name, names()).map_or_else(
            || format!("write `harness=\"{}\"` beside `cli` if that is what it reads", self.layout.name),
            |near| format!("did you mean `{near}`?"),
        );
        problems.push(
            Diagnostic::new(
                &codes::UNKNOWN_HARNESS,
                format!("`{name}` has no layout of its own, so {title}'s is used"),
            )
            .label(
                &cli.harness.place,
                if cli.harness_named { "this harness is not known" } else { "the harness is this program" },
            )
            .help(help)
            .scope(&composition.launcher.value),
        );
    }
}
