//! Whether two values of two texts are the same.

use super::document::{Body, Document, Node};

/// Whether two values are the same: strings by what they say, numbers by how they are written, objects whatever the order
/// of their keys. One with a key twice is like no other.
pub(super) fn equal((one_in, one): (&Document, &Node), (other_in, other): (&Document, &Node)) -> bool {
    match (&one.body, &other.body) {
        (Body::Text(Some(one)), Body::Text(Some(other))) => one == other,
        (Body::Plain, Body::Plain) | (Body::Text(None), Body::Text(None)) => {
            one_in.raw(one) == other_in.raw(other)
        }
        (Body::Array(ones), Body::Array(others)) => {
            ones.len() == others.len()
                && ones.iter().zip(others).all(|(one, other)| equal((one_in, one), (other_in, other)))
        }
        (Body::Object(ones), Body::Object(others)) => {
            let is_in = |key: Option<&str>| {
                let mut found = others.iter().filter(|member| key.is_some() && member.key.as_deref() == key);
                match (found.next(), found.next()) {
                    (Some(member), None) => Some(&member.value),
                    _ => None,
                }
            };
            ones.len() == others.len()
                && ones.iter().enumerate().all(|(index, member)| {
                    let key = member.key.as_deref();
                    !ones[..index].iter().any(|earlier| earlier.key.as_deref() == key)
                        && is_in(key).is_some_and(|other| equal((one_in, &member.value), (other_in, other)))
                })
        }
        _ => false,
    }
}
