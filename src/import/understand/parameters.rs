//! What parameters stand for.

use std::path::PathBuf;

use super::cut::{cut_prefix, cut_suffix};
use super::problems::Reason;
use super::scope::{Field, Value};
use super::walker::Walker;
use crate::diagnostic::Place;
use crate::import::bash::{Operation, Parameter};
use crate::import::text::{Part, Text, Word};

/// What a parameter stands for.
pub(super) enum Found {
    One(Word),
    Many(Vec<Field>),
}

impl Walker {
    /// What a parameter comes to.
    pub(super) fn parameter(&mut self, parameter: &Parameter<'_>, place: &Place) -> Result<Found, Reason> {
        let found = self.look_up(parameter, place)?;
        let (text, origin) = match (&parameter.operation, found) {
            (Operation::Value | Operation::Required, Some(found)) => return Ok(found),
            (Operation::Value | Operation::Required, None) => {
                return Ok(Found::One(Word { text: Text::default(), place: place.clone() }));
            }
            (Operation::From(offset), Some(Found::Many(fields))) if parameter.name == "@" => {
                let skipped = offset.parse::<usize>().ok().and_then(|offset| offset.checked_sub(1));
                let skipped = skipped.filter(|skipped| {
                    fields.iter().take(*skipped).all(|field| matches!(field, Field::Word(_)))
                });
                let skipped = skipped.ok_or(Reason::Arguments)?;
                return Ok(Found::Many(fields.into_iter().skip(skipped).collect()));
            }
            (
                Operation::Default(_) | Operation::DefaultUnset(_) | Operation::Assign(_),
                Some(Found::Many(fields)),
            ) => match fields.as_slice() {
                [] => (Text::default(), place.clone()),
                // Whether there are any decides.
                [Field::Arguments(_), ..] => return Err(Reason::Arguments),
                _ => return Ok(Found::Many(fields)),
            },
            (Operation::DefaultUnset(_), Some(Found::One(word))) if word.text.is_empty() => {
                return Ok(Found::One(word));
            }
            (_, Some(Found::Many(_))) => return Err(Reason::Expansion),
            (_, Some(Found::One(word))) => (word.text, word.place),
            (_, None) => (Text::default(), place.clone()),
        };
        let text = match parameter.operation {
            Operation::Default(default) | Operation::DefaultUnset(default) => {
                self.with_default(text, default, place)?
            }
            Operation::Assign(default) => {
                let text = self.with_default(text, default, place)?;
                let word = Word { text: text.clone(), place: place.clone() };
                self.scope.set(parameter.name, Value::Scalar(word), place);
                text
            }
            Operation::Suffix { pattern, longest } => {
                cut_suffix(&text, &self.pattern(pattern, place)?, longest)?
            }
            Operation::Prefix { pattern, longest } => {
                cut_prefix(&text, &self.pattern(pattern, place)?, longest)?
            }
            Operation::Value | Operation::Required | Operation::From(_) | Operation::Alternative { .. } => {
                return Err(Reason::Expansion);
            }
        };
        Ok(Found::One(Word { text, place: origin }))
    }

    fn pattern(&mut self, raw: &str, place: &Place) -> Result<String, Reason> {
        let word = self.try_value(raw, place)?;
        word.text.as_plain().map(str::to_owned).ok_or(Reason::Expansion)
    }

    /// A value with what stands for it when it has none.
    fn with_default(&mut self, text: Text, default: &str, place: &Place) -> Result<Text, Reason> {
        match text.parts() {
            [] => Ok(self.try_value(default, place)?.text),
            [Part::Variable { name, default: None }] => {
                let (name, default) = (name.clone(), Some(self.try_value(default, place)?.text));
                Ok(Text::of(Part::Variable { name, default }))
            }
            _ => Ok(text),
        }
    }

    /// The value of a parameter; none when it certainly has none.
    pub(super) fn look_up(
        &mut self,
        parameter: &Parameter<'_>,
        place: &Place,
    ) -> Result<Option<Found>, Reason> {
        let one = |text: Text| Ok(Some(Found::One(Word { text, place: place.clone() })));
        let path = |path: PathBuf| one(Text::of(Part::Folder(path)));
        let name = parameter.name;
        match name {
            "@" | "*" => {
                let own = || vec![Field::Arguments(place.clone())];
                return Ok(Some(Found::Many(self.scope.arguments().cloned().unwrap_or_else(own))));
            }
            "0" | "ZSH_ARGZERO" => return path(self.file.path().to_owned()),
            "BASH_SOURCE" if matches!(parameter.index, None | Some("0")) => {
                return path(self.reading.last().cloned().unwrap_or_default());
            }
            "#" if self
                .scope
                .arguments()
                .is_some_and(|own| !own.iter().any(|field| !matches!(field, Field::Word(_)))) =>
            {
                return one(Text::plain(self.scope.arguments().map_or(0, Vec::len).to_string()));
            }
            "#" | "?" | "$" | "!" | "-" | "RANDOM" | "SECONDS" | "LINENO" | "FUNCNAME" | "BASH_SOURCE"
            | "OLDPWD" | "UID" | "EUID" | "PPID" | "OSTYPE" | "HOSTNAME" | "BASHPID" | "BASH_VERSION"
            | "BASH_VERSINFO" | "BASH" | "BASHOPTS" | "SHELLOPTS" | "GROUPS" | "HOSTTYPE" | "MACHTYPE"
            | "EPOCHSECONDS" | "EPOCHREALTIME" | "SRANDOM" | "DIRSTACK" | "PIPESTATUS" | "ZSH_VERSION" => {
                return Err(Reason::Substitution);
            }
            _ => {}
        }
        if let Ok(number) = name.parse::<usize>() {
            let Some(arguments) = self.scope.arguments() else { return Err(Reason::Arguments) };
            let before = &arguments[..number.min(arguments.len())];
            return match before.last() {
                _ if before.iter().any(|field| !matches!(field, Field::Word(_))) => Err(Reason::Arguments),
                Some(Field::Word(word)) if before.len() == number => Ok(Some(Found::One(word.clone()))),
                _ => Ok(None),
            };
        }
        let missing = || Text::of(Part::Variable { name: name.to_owned(), default: None });
        match (self.scope.value(name), parameter.index) {
            // What was to be in there was reported.
            (Some(Value::Doubtful), Some("@" | "*")) => Ok(Some(Found::Many(vec![Field::Unsaid]))),
            (Some(Value::Doubtful), _) => one(missing()),
            (Some(Value::Scalar(word)), None | Some("0" | "@" | "*")) => match self.path_of(&word.text) {
                // However the script finds it, it is the hub.
                Some(hub) if name == "ASSEMBLY_DIR" => path(hub),
                _ => Ok(Some(Found::One(word.clone()))),
            },
            // zsh counts from one, and takes the name alone for all elements.
            (Some(Value::Array(_)), index) if self.is_zsh && !matches!(index, Some("@" | "*")) => {
                Err(Reason::Expansion)
            }
            (Some(Value::Array(fields)), Some("@" | "*")) => Ok(Some(Found::Many(fields.clone()))),
            (Some(Value::Array(fields)), index) => {
                let index = index.unwrap_or("0").parse::<usize>().map_err(|_| Reason::Expansion)?;
                match fields.get(index) {
                    Some(Field::Word(word)) => Ok(Some(Found::One(word.clone()))),
                    Some(_) => Err(Reason::Arguments),
                    None => Ok(None),
                }
            }
            (Some(Value::Scalar(_)), Some(_)) => Err(Reason::Expansion),
            (None, Some(_)) => Ok(Some(Found::Many(Vec::new()))),
            (None, None) => match name {
                "HOME" => one(Text::of(Part::Home)),
                "PWD" => one(self.scope.folder.as_ref().map_or_else(missing, |folder| folder.text.clone())),
                "ASSEMBLY_DIR" => path(self.hub.clone()),
                _ if self.scope.removed.iter().any(|(removed, _)| removed == name) => Ok(None),
                _ => one(missing()),
            },
        }
    }
}
