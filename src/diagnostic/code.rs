//! The stable names of diagnostics and the class each belongs to.

/// Decides how a problem is weighed by `check` and by `run`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// What was declared cannot be understood: an error everywhere, and nothing is written.
    Stop,
    /// One part is unusable: an error in `check`; `run` and `plan` warn and leave the part out.
    Skip,
    /// True of this machine only, and `run` cannot do without it: a warning in `check`, stops `run`.
    Needed,
    /// True of this machine only: a warning in `check` and `plan`.
    Machine,
    /// Legal, and probably not meant: a warning.
    Advice,
    /// Worth knowing, shown by `check` only.
    Note,
}

impl Class {
    /// The word that SPEC.md uses for the class.
    pub fn name(self) -> &'static str {
        match self {
            Self::Stop => "stop",
            Self::Skip => "skip",
            Self::Needed => "needed",
            Self::Machine => "machine",
            Self::Advice => "advice",
            Self::Note => "note",
        }
    }
}

/// The stable name of one kind of problem. Each room declares its own in a `codes.rs`.
#[derive(Debug)]
pub struct Code {
    /// `assembly::<subject>::<kind>`; the subject is what the problem is about, not the room that finds it.
    pub name: &'static str,
    /// How it is weighed, unless the place says otherwise (`required=#true` turns a skip into a stop).
    pub class: Class,
    /// One line for the table in SPEC.md: what it means, without a full stop.
    pub meaning: &'static str,
}

/// Declares the codes of a room, and `ALL` of them in order.
macro_rules! codes {
    ($( $name:ident = $text:literal, $class:ident, $meaning:literal; )*) => {
        $(
            #[doc = $meaning]
            pub static $name: $crate::diagnostic::Code = $crate::diagnostic::Code {
                name: $text,
                class: $crate::diagnostic::Class::$class,
                meaning: $meaning,
            };
        )*
        /// Every code of this room, in the order of SPEC.md.
        pub static ALL: &[&$crate::diagnostic::Code] = &[$(&$name),*];
    };
}
pub(crate) use codes;
