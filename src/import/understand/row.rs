//! Arguments in the making, and how the shell splits them.

use super::problems::Reason;
use super::scope::Field;
use crate::diagnostic::Place;
use crate::import::text::{Part, Text, Word};

/// Arguments in the making.
pub(super) struct Row {
    pub(super) fields: Vec<Field>,
    pub(super) open: Option<Word>,
    pub(super) place: Place,
}

impl Row {
    /// Adds to the word that is being made. Of a word that is one variable the place is the variable's.
    pub(super) fn text(&mut self, text: Text, place: &Place) {
        match &mut self.open {
            Some(open) => {
                if !text.is_empty() && !open.text.is_empty() {
                    open.place = self.place.clone();
                } else if open.text.is_empty() {
                    open.place = place.clone();
                }
                open.text.append(text);
            }
            None => self.open = Some(Word { text, place: place.clone() }),
        }
    }

    pub(super) fn close(&mut self) {
        self.fields.extend(self.open.take().map(Field::Word));
    }

    /// Adds several arguments: the first and the last join with what stands beside them.
    pub(super) fn many(&mut self, fields: Vec<Field>) -> Result<(), Reason> {
        let last = fields.len().saturating_sub(1);
        for (index, field) in fields.into_iter().enumerate() {
            match field {
                Field::Word(word) => {
                    self.text(word.text, &word.place);
                    if index < last {
                        self.close();
                    }
                }
                Field::Arguments(_) if self.open.as_ref().is_some_and(|open| !open.text.is_empty()) => {
                    return Err(Reason::Arguments);
                }
                other => {
                    self.open = None;
                    self.fields.push(other);
                }
            }
        }
        Ok(())
    }
}

/// Splits what is known at the separators. A variable that stands alone may be any number of words. What is split at other
/// characters than white space is not followed: the shell has rules of its own for those.
pub(super) fn split(
    word: &Word,
    separators: Option<&str>,
    is_alone: bool,
    row: &mut Row,
) -> Result<(), Reason> {
    let separators = separators.ok_or(Reason::Expansion)?;
    let is_separator = |character: char| separators.contains(character);
    for part in word.text.parts() {
        match part {
            Part::Plain(text) => {
                if is_pattern(text) {
                    return Err(Reason::Pattern);
                }
                if text
                    .contains(|character: char| is_separator(character) && !character.is_ascii_whitespace())
                {
                    return Err(Reason::Expansion);
                }
                let mut rest = text.as_str();
                while let Some(at) = rest.find(is_separator) {
                    if at > 0 {
                        row.text(Text::plain(&rest[..at]), &word.place);
                    }
                    row.close();
                    rest = &rest[at + 1..];
                }
                if !rest.is_empty() {
                    row.text(Text::plain(rest), &word.place);
                }
            }
            Part::Variable { default: None, .. } if is_alone && word.text.parts().len() == 1 => {
                return Err(Reason::SplitVariable);
            }
            Part::Variable { default: Some(default), .. } if !is_one_word(default) => {
                return Err(Reason::SplitVariable);
            }
            other => row.text(Text::of(other.clone()), &word.place),
        }
    }
    Ok(())
}

/// Whether something of what is known would be split.
pub(super) fn has_space(text: &Text) -> bool {
    text.parts().iter().any(|part| matches!(part, Part::Plain(text) if text.contains(char::is_whitespace)))
}

fn is_one_word(text: &Text) -> bool {
    !text.is_empty()
        && text.parts().iter().all(|part| match part {
            Part::Plain(text) => !text.contains(char::is_whitespace),
            Part::Variable { default: Some(default), .. } => is_one_word(default),
            _ => true,
        })
}

/// Whether the shell would match or multiply it.
pub(super) fn is_pattern(text: &str) -> bool {
    let has_list = text.contains('{') && (text.contains(',') || text.contains("..")) && text.contains('}');
    text.contains(['*', '?']) || (text.contains('[') && text.contains(']')) || has_list
}

/// Text without quotes: a tilde at its start is a home, and so is one behind `NAME=`; in a value also one behind a colon.
pub(super) fn with_home(text: &str, is_first: bool, is_value: bool) -> Result<Text, Reason> {
    let mut found = Text::default();
    let mut rest = text;
    if let Some((name, value)) =
        text.split_once('=').filter(|(name, _)| is_first && !is_value && is_name(name))
    {
        found.push(Part::Plain(format!("{name}=")));
        rest = value;
    }
    for (index, stretch) in rest.split_inclusive(':').enumerate() {
        let begins = if index == 0 { is_first } else { is_value || rest.len() < text.len() };
        match stretch.strip_prefix('~').filter(|_| begins) {
            Some(behind) if behind.is_empty() || behind.starts_with(['/', ':']) => {
                found.push(Part::Home);
                found.push(Part::Plain(behind.to_owned()));
            }
            Some(_) => return Err(Reason::Expansion),
            None => found.push(Part::Plain(stretch.to_owned())),
        }
    }
    Ok(found)
}

fn is_name(text: &str) -> bool {
    !text.is_empty()
        && !text.starts_with(|first: char| first.is_ascii_digit())
        && text.chars().all(|character| character.is_ascii_alphanumeric() || character == '_')
}
