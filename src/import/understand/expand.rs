//! What words and values come to.

use super::parameters::Found;
use super::problems::Reason;
use super::row::{Row, has_space, is_pattern, split, with_home};
use super::scope::Field;
use super::walker::Walker;
use crate::diagnostic::Place;
use crate::import::bash::{Operation, Parameter, Piece, PieceKind, document_pieces, pieces};
use crate::import::text::{Part, Text, Word};

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
        joined(fields, " ", place)
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
        Ok(joined(fields, " ", place)?.text)
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
        let separators = self.scope.separators().map(str::to_owned);
        let separators = separators.as_deref();
        match &piece.kind {
            PieceKind::Text(text) if piece.quoted => row.text(Text::plain(text), &place),
            PieceKind::Text(text) => {
                if is_split && is_pattern(text) {
                    return Err(Reason::Pattern);
                }
                row.text(with_home(text, is_first, taken == Taken::Value)?, &place);
            }
            PieceKind::Parameter(
                parameter @ Parameter { operation: Operation::Alternative { word, counts_empty }, .. },
            ) => {
                // Before it is followed: what is not taken is not reported.
                if self.is_there(parameter, *counts_empty, &place)? {
                    self.alternative(word, is_split, is_alone, row)?;
                }
            }
            PieceKind::Parameter(parameter) => match self.parameter(parameter, &place)? {
                // zsh splits no variable.
                Found::One(word) if is_split && self.is_zsh && has_space(&word.text) => {
                    return Err(Reason::Expansion);
                }
                Found::One(word) if is_split => {
                    split(&word, separators, is_alone && taken == Taken::Split, row)?;
                }
                Found::One(word) => row.text(word.text, &word.place),
                Found::Many(fields) if taken == Taken::Value => {
                    let word = joined(fields, joint(parameter, separators)?, &place)?;
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
                    let word = joined(fields, joint(parameter, separators)?, &place)?;
                    row.text(word.text, &word.place);
                }
                Found::Many(fields) => {
                    for field in fields {
                        match field {
                            Field::Word(word) => split(&word, separators, false, row)?,
                            other => row.fields.push(other),
                        }
                        row.close();
                    }
                }
            },
            PieceKind::Command(command) => {
                let text = self.substitution(command)?;
                if is_split {
                    split(&Word { text, place }, separators, false, row)?;
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
}

/// What stands between the elements when they become one text: `*` takes the first separator.
fn joint<'a>(parameter: &Parameter<'_>, separators: Option<&'a str>) -> Result<&'a str, Reason> {
    if parameter.name != "*" && parameter.index != Some("*") {
        return Ok(" ");
    }
    let separators = separators.ok_or(Reason::Expansion)?;
    Ok(&separators[..separators.chars().next().map_or(0, char::len_utf8)])
}

/// One text of several arguments.
fn joined(fields: Vec<Field>, joint: &str, place: &Place) -> Result<Word, Reason> {
    let mut all = Word { text: Text::default(), place: place.clone() };
    let is_one = fields.len() == 1;
    for (index, field) in fields.into_iter().enumerate() {
        let Field::Word(word) = field else { return Err(Reason::Expansion) };
        if index > 0 {
            all.text.push(Part::Plain(joint.to_owned()));
        }
        if is_one {
            all.place = word.place;
        }
        all.text.append(word.text);
    }
    Ok(all)
}
