//! Commands that are joined by `&&` and `||`.

use brush_parser::ast::{AndOr, AndOrList, Command, Pipeline};

use super::guards::{is_test, name_of};
use super::steps::Step;
use super::walker::Walker;

/// Commands that certainly succeed, or whose failure stops any script that means what it says.
const CERTAIN: [&str; 17] = [
    "cd", "pushd", "export", "readonly", "declare", "local", "typeset", "source", ".", "set", "shopt",
    "echo", "printf", ":", "true", "unset", "clear",
];

impl Walker {
    /// The commands of a list that are taken as if each stood alone; none when one depends on another.
    pub(super) fn chain<'a>(&self, list: &'a AndOrList) -> Option<Vec<&'a Pipeline>> {
        let mut chain = vec![&list.first];
        for (index, next) in list.additional.iter().enumerate() {
            match next {
                AndOr::And(next) => {
                    let before = chain.last()?;
                    if !is_certain(before) {
                        return None;
                    }
                    chain.push(next);
                }
                AndOr::Or(otherwise) => {
                    let is_last = index + 1 == list.additional.len();
                    if !is_last
                        || chain.iter().any(|pipeline| is_test(pipeline))
                        || !self.is_refusal(otherwise)
                    {
                        return None;
                    }
                }
            }
        }
        Some(chain)
    }
}

/// Whether a command need not be looked after.
fn is_certain(pipeline: &Pipeline) -> bool {
    match pipeline.seq.as_slice() {
        [Command::Simple(simple)] if !pipeline.bang => {
            let name = name_of(simple);
            simple.word_or_name.is_none() || CERTAIN.contains(&name) || Step::of(name).is_some()
        }
        _ => false,
    }
}
