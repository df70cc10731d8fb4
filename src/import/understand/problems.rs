//! What a manifest cannot say, in words.

use crate::diagnostic::{Diagnostic, Place, visible};
use crate::import::codes;

/// Why something is not said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    Condition,
    Loop,
    Pipeline,
    Background,
    Program,
    AfterLaunch,
    SecondLaunch,
    Redirect,
    Substitution,
    Expansion,
    Pattern,
    Arguments,
    SplitVariable,
    Source,
    OtherFolder,
    NotAName,
    Removal,
    Endless,
    Guard,
    Unset,
    Control,
    NoProgram,
}

impl Reason {
    /// What the place contributes, and what to do.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Condition => (
                "decided while the script runs",
                "write a launcher for each case, or name what differs by a variable: `${NAME:-DEFAULT}`",
            ),
            Self::Loop => ("repeated while the script runs", "write what it comes to, node by node"),
            Self::Pipeline => {
                ("programs that feed each other", "run them by hand, or in a script before `assembly run`")
            }
            Self::Background => {
                ("goes on while the script does", "start it by hand, or in a script before `assembly run`")
            }
            Self::Program => (
                "done each time before the agent starts",
                "do it once by hand, or in a script before `assembly run`",
            ),
            Self::AfterLaunch => {
                ("stands behind the start of the agent", "do it by hand, or in a script after `assembly run`")
            }
            Self::SecondLaunch => ("starts an agent again", "write a launcher of its own for it"),
            Self::Redirect => {
                ("the agent's input or output goes elsewhere", "redirect `assembly run` itself")
            }
            Self::Substitution => (
                "known only when the script runs",
                "write the value, or export a variable and write `${NAME:-DEFAULT}`",
            ),
            Self::Expansion => ("a form of expansion that a manifest does not have", "write the value"),
            Self::Pattern => (
                "matched or multiplied by the shell",
                "write the names, or a glob in a node: `modules \"profile-*.md\"`",
            ),
            Self::Arguments => (
                "depends on the script's own arguments",
                "`assembly run NAME -- WORDS` puts words behind all others",
            ),
            Self::SplitVariable => (
                "may come to any number of words",
                "write the words, or give them after `assembly run NAME --`",
            ),
            Self::Source => (
                "a file outside of the hub, which was not read",
                "export its variables in your shell's profile",
            ),
            Self::OtherFolder => (
                "another folder than the agent is started in",
                "a launcher has one target; write another one",
            ),
            Self::NotAName => ("no name of a file of the hub", "move it into the hub and list its name"),
            Self::Removal => ("would take options out of a preset", "give it after `assembly run NAME --`"),
            Self::Endless => ("does not come to an end here", "write what it comes to"),
            Self::Guard => (
                "stops the script",
                "a launcher stops when its target or its CLI is missing; check the rest by hand",
            ),
            Self::NoProgram => ("no name of a program", "write `cli \"claude\"` into the launcher"),
            Self::Control => (
                "holds a tab, a line break or another control character",
                "write it without, or give the folder another name",
            ),
            Self::Unset => ("only known names can be taken away", "write `env NAME=#null`"),
        }
    }

    /// The problem, about the text at a place.
    pub(super) fn problem(self, place: &Place) -> Diagnostic {
        let (label, help) = self.words();
        Diagnostic::new(&codes::NOT_SAID, format!("a manifest cannot say `{}`", head(place)))
            .label(place, label)
            .help(help)
    }
}

/// The first line of a place, as a message quotes it.
pub(super) fn head(place: &Place) -> String {
    const LONGEST: usize = 50;
    let text = place.text();
    let line = text.lines().next().unwrap_or_default().trim_end();
    let mut shown: String = visible(line).chars().take(LONGEST).collect();
    if shown.chars().count() < visible(text.trim_end()).chars().count() {
        shown.push('…');
    }
    shown
}
