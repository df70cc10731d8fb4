//! A value of KDL as JSON.

use kdl::{KdlEntry, KdlValue};
use serde_json::{Number, Value as Json};

use crate::diagnostic::{Diagnostic, Spanned};

use super::codes;
use super::reader::value_place;
use super::reading::Reading;
use super::text::excerpt;

/// The value of an entry; what JSON cannot say is reported.
pub(super) fn json(entry: &KdlEntry, reading: &mut Reading) -> Option<Spanned<Json>> {
    if reading.is_mended(entry.span()) {
        return None;
    }
    let place = value_place(entry, reading);
    let value = match entry.value() {
        KdlValue::String(text) => Some(Json::String(text.clone())),
        KdlValue::Bool(switch) => Some(Json::Bool(*switch)),
        KdlValue::Null => Some(Json::Null),
        KdlValue::Integer(number) => i64::try_from(*number)
            .map(Number::from)
            .or_else(|_| u64::try_from(*number).map(Number::from))
            .ok()
            .map(Json::Number),
        KdlValue::Float(number) => Number::from_f64(*number).map(Json::Number),
    };
    if value.is_none() {
        let written = excerpt(place.text());
        let diagnostic =
            Diagnostic::new(&codes::OUT_OF_RANGE, format!("`{written}` cannot be written as JSON"))
                .label(&place, "not finite, or too large")
                .help("write a smaller number");
        reading.report(diagnostic);
    }
    value.map(|value| Spanned::new(value, place))
}
