//! `${NAME:+WORD}`, which is how optional words are written, and `${LIST[@]+"${LIST[@]}"}`, which is how old shells take an
//! empty list.

use super::expand::Taken;
use super::parameters::Found;
use super::problems::Reason;
use super::row::Row;
use super::scope::Field;
use super::walker::Walker;
use crate::diagnostic::Place;
use crate::import::bash::Parameter;
use crate::import::text::Part;

impl Walker {
    /// Whether a parameter is certainly there, or certainly not.
    pub(super) fn is_there(
        &mut self,
        parameter: &Parameter<'_>,
        counts_empty: bool,
        place: &Place,
    ) -> Result<bool, Reason> {
        match self.look_up(parameter, place)? {
            None => Ok(false),
            Some(Found::One(word)) if word.text.parts().iter().any(is_variable) => Err(Reason::Condition),
            Some(Found::One(word)) => Ok(counts_empty || !word.text.is_empty()),
            Some(Found::Many(fields)) => {
                let is_known = |field: &Field| {
                    matches!(field, Field::Word(word) if !word.text.is_empty()
                        && !word.text.parts().iter().any(is_variable))
                };
                // The first one decides where there is only that one.
                match fields.as_slice() {
                    [] => Ok(false),
                    [first] if !is_known(first) => Err(Reason::Condition),
                    _ => Ok(true),
                }
            }
        }
    }

    /// Adds the word that is taken. One that is not quoted can be several.
    pub(super) fn alternative(
        &mut self,
        word: &str,
        is_split: bool,
        is_alone: bool,
        row: &mut Row,
    ) -> Result<(), Reason> {
        let place = row.place.clone();
        // What is written with spaces would be split at those that no quotes are around.
        let has_space = word.contains(char::is_whitespace);
        if is_split && is_alone && !has_space {
            let fields = self.try_fields(word, &place, Taken::Split)?;
            row.fields.extend(fields);
            return Ok(());
        }
        // In quotes, or beside other text, quotes and lists have rules of their own.
        if is_split || word.contains(['"', '\'', '\\', '@', '*']) {
            return Err(Reason::Expansion);
        }
        let word = self.try_value(word, &place)?;
        row.text(word.text, &word.place);
        Ok(())
    }
}

fn is_variable(part: &Part) -> bool {
    matches!(part, Part::Variable { .. })
}
