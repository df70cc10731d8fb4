//! What words and values come to.

use std::path::PathBuf;

use super::cut::{cut_prefix, cut_suffix};
use super::problems::Reason;
use super::scope::{Field, Value};
use super::walker::Walker;
use crate::diagnostic::Place;
use crate::import::bash::{Operation, Parameter, Piece, PieceKind, document_pieces, pieces};
use crate::import::text::{Part, Text, Word};

/// What a parameter stands for.
enum Found {
    One(Word),
    Many(Vec<Field>),
}

/// How a word is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    /// As an argument: what is not quoted is split and matched.
    Split,
    /// As an argument that can only be one word, such as a folder.
    Single,
    /// As a value, which is one text.
    Value,
}

/// Arguments in the making.
struct Row {
    fields: Vec<Field>,
    open: Option<Word>,
    place: Place,
}

impl Row {
    /// Adds to the word that is being made. Of a word that is one variable the place is the variable's.
    fn text(&mut self, text: Text, place: &Place) {
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

    fn close(&mut self) {
        self.fields.extend(self.open.take().map(Field::Word));
    }

    /// Adds several arguments: the first and the last join with what stands beside them.
    fn many(&mut self, fields: Vec<Field>) -> Result<(), Reason> {
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

impl Walker {
    /// What an argument comes to. What cannot be said is reported.
    pub(super) fn fields(&mut self, raw: &str, place: &Place, taken: Taken) -> Vec<Field> {
        match self.try_fields(raw, place, taken) {
            Ok(fields) => fields,
            Err(reason) => {
                self.unsaid(place, reason);
                vec![Field::Unsaid]
            }
        }
    }

    /// What a value comes to; none when that cannot be said, which is reported.
    pub(super) fn value(&mut self, raw: &str, place: &Place) -> Option<Word> {
        match self.try_value(raw, place) {
            Ok(word) => Some(word),
            Err(reason) => {
                self.unsaid(place, reason);
                None
            }
        }
    }

    pub(super) fn try_value(&mut self, raw: &str, place: &Place) -> Result<Word, Reason> {
        let fields = self.try_fields(raw, place, Taken::Value)?;
        joined(fields, place)
    }

    pub(super) fn try_fields(
        &mut self,
        raw: &str,
        place: &Place,
        taken: Taken,
    ) -> Result<Vec<Field>, Reason> {
        self.fields_of(&pieces(raw), place, taken)
    }

    /// What a here-document comes to.
    pub(super) fn document(&mut self, text: &str, place: &Place) -> Result<Text, Reason> {
        let fields = self.fields_of(&document_pieces(text), place, Taken::Value)?;
        Ok(joined(fields, place)?.text)
    }

    fn fields_of(&mut self, pieces: &[Piece<'_>], place: &Place, taken: Taken) -> Result<Vec<Field>, Reason> {
        const MOST: usize = 4096;
        let mut row = Row { fields: Vec::new(), open: None, place: place.clone() };
        let is_alone =
            pieces.iter().filter(|piece| piece.kind != PieceKind::Text(String::new())).count() == 1;
        for (index, piece) in pieces.iter().enumerate() {
            self.piece(piece, index == 0, is_alone, taken, &mut row)?;
            let weight = row.open.as_ref().map_or(0, |open| open.text.weight());
            if weight > Text::LONGEST || row.fields.len() > MOST {
                return Err(Reason::Endless);
            }
        }
        row.close();
        Ok(row.fields)
    }

    fn piece(
        &mut self,
        piece: &Piece<'_>,
        is_first: bool,
        is_alone: bool,
        taken: Taken,
        row: &mut Row,
    ) -> Result<(), Reason> {
        let place = row.place.clone();
        let is_split = !piece.quoted && taken != Taken::Value;
        match &piece.kind {
            PieceKind::Text(text) if piece.quoted => row.text(Text::plain(text), &place),
            PieceKind::Text(text) => {
                if is_split && is_pattern(text) {
                    return Err(Reason::Pattern);
                }
                row.text(with_home(text, is_first, taken == Taken::Value)?, &place);
            }
            PieceKind::Parameter(parameter) => match self.parameter(parameter, &place)? {
                Found::One(word) if is_split => split(&word, is_alone && taken == Taken::Split, row)?,
                Found::One(word) => row.text(word.text, &word.place),
                Found::Many(fields) if taken == Taken::Value => {
                    let word = joined(fields, &place)?;
                    row.text(word.text, &word.place);
                }
                Found::Many(fields)
                    if piece.quoted && parameter.name != "*" && parameter.index != Some("*") =>
                {
                    // The quotes around nothing are no word.
                    if is_alone {
                        row.open = None;
                    }
                    row.many(fields)?;
                }
                Found::Many(fields) if piece.quoted => {
                    let word = joined(fields, &place)?;
                    row.text(word.text, &word.place);
                }
                Found::Many(fields) => {
                    for field in fields {
                        match field {
                            Field::Word(word) => split(&word, false, row)?,
                            other => row.fields.push(other),
                        }
                        row.close();
                    }
                }
            },
            PieceKind::Command(command) => {
                let text = self.substitution(command)?;
                if is_split {
                    split(&Word { text, place }, false, row)?;
                } else {
                    row.text(text, &place);
                }
            }
            // How zsh names the folder of a script.
            PieceKind::Other("${0:A:h}" | "${0:a:h}" | "${0:P:h}" | "${0:h}") => {
                let folder = self.file.path().parent().unwrap_or(self.file.path()).to_owned();
                row.text(Text::of(Part::Folder(folder)), &place);
            }
            PieceKind::Other(_) => return Err(Reason::Expansion),
        }
        Ok(())
    }

    fn parameter(&mut self, parameter: &Parameter<'_>, place: &Place) -> Result<Found, Reason> {
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
            (Operation::Default(_) | Operation::Assign(_), Some(many @ Found::Many(_))) => return Ok(many),
            (_, Some(Found::Many(_))) => return Err(Reason::Expansion),
            (_, Some(Found::One(word))) => (word.text, word.place),
            (_, None) => (Text::default(), place.clone()),
        };
        let text = match parameter.operation {
            Operation::Default(default) => self.with_default(text, default, place)?,
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
            Operation::Value | Operation::Required | Operation::From(_) => return Err(Reason::Expansion),
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
    fn look_up(&mut self, parameter: &Parameter<'_>, place: &Place) -> Result<Option<Found>, Reason> {
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
            "#" | "?" | "$" | "!" | "-" | "RANDOM" | "SECONDS" | "LINENO" | "FUNCNAME" | "BASH_SOURCE"
            | "OLDPWD" | "UID" | "EUID" | "PPID" | "OSTYPE" | "HOSTNAME" | "BASHPID" => {
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

/// One text of several arguments.
fn joined(fields: Vec<Field>, place: &Place) -> Result<Word, Reason> {
    let mut all = Word { text: Text::default(), place: place.clone() };
    let is_one = fields.len() == 1;
    for (index, field) in fields.into_iter().enumerate() {
        let Field::Word(word) = field else { return Err(Reason::Expansion) };
        if index > 0 {
            all.text.push(Part::Plain(" ".to_owned()));
        }
        if is_one {
            all.place = word.place;
        }
        all.text.append(word.text);
    }
    Ok(all)
}

/// Splits at the spaces of what is known. A variable that stands alone may be any number of words.
fn split(word: &Word, is_alone: bool, row: &mut Row) -> Result<(), Reason> {
    for part in word.text.parts() {
        match part {
            Part::Plain(text) => {
                if is_pattern(text) {
                    return Err(Reason::Pattern);
                }
                let mut rest = text.as_str();
                while let Some(at) = rest.find([' ', '\t', '\n']) {
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

fn is_one_word(text: &Text) -> bool {
    !text.is_empty()
        && text.parts().iter().all(|part| match part {
            Part::Plain(text) => !text.contains(char::is_whitespace),
            Part::Variable { default: Some(default), .. } => is_one_word(default),
            _ => true,
        })
}

/// Whether the shell would match or multiply it.
fn is_pattern(text: &str) -> bool {
    let has_list = text.contains('{') && (text.contains(',') || text.contains("..")) && text.contains('}');
    text.contains(['*', '?']) || (text.contains('[') && text.contains(']')) || has_list
}

/// Text without quotes: a tilde at its start is a home, in a value also one behind a colon.
fn with_home(text: &str, is_first: bool, is_value: bool) -> Result<Text, Reason> {
    let mut found = Text::default();
    for (index, stretch) in text.split_inclusive(':').enumerate() {
        let begins = if index == 0 { is_first } else { is_value };
        match stretch.strip_prefix('~').filter(|_| begins) {
            Some(rest) if rest.is_empty() || rest.starts_with(['/', ':']) => {
                found.push(Part::Home);
                found.push(Part::Plain(rest.to_owned()));
            }
            Some(_) => return Err(Reason::Expansion),
            None => found.push(Part::Plain(stretch.to_owned())),
        }
    }
    Ok(found)
}
