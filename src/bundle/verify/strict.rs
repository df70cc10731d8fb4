//! JSON that was read whole, with every key that an object has twice.

use std::cell::RefCell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use super::pointer::Pointer;

/// A document and the pointers of keys that came a second time; of these the first value was kept.
pub(super) struct Strict {
    pub(super) value: Value,
    pub(super) repeated: Vec<String>,
}

/// Reads JSON and nothing behind it.
pub(super) fn parse(bytes: &[u8]) -> serde_json::Result<Strict> {
    let reading = Reading::default();
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    let value = ValueSeed(&reading).deserialize(&mut deserializer)?;
    deserializer.end()?;
    Ok(Strict { value, repeated: reading.repeated.into_inner() })
}

#[derive(Default)]
struct Reading {
    at: RefCell<Pointer>,
    repeated: RefCell<Vec<String>>,
}

/// Reads one value; a copy for each value inside it.
#[derive(Clone, Copy)]
struct ValueSeed<'a>(&'a Reading);

impl<'de> DeserializeSeed<'de> for ValueSeed<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ValueSeed<'_> {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON value")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E: Error>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        loop {
            let above = self.0.at.borrow_mut().enter_index(list.len());
            let item = items.next_element_seed(self)?;
            self.0.at.borrow_mut().leave(above);
            match item {
                Some(item) => list.push(item),
                None => return Ok(Value::Array(list)),
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(key) = fields.next_key::<String>()? {
            let above = self.0.at.borrow_mut().enter(&key);
            let value = fields.next_value_seed(self)?;
            if object.contains_key(&key) {
                self.0.repeated.borrow_mut().push(self.0.at.borrow().to_string());
            } else {
                object.insert(key, value);
            }
            self.0.at.borrow_mut().leave(above);
        }
        Ok(Value::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn finds_keys_that_come_twice_at_any_depth() {
        let strict = parse(br#"{"a":1,"b":[{"c":1,"c":2},{"x/y":{"d":null,"d":0}}],"a":[]}"#).unwrap();
        assert_eq!(strict.repeated, ["/b/0/c", "/b/1/x~1y/d", "/a"]);
        assert_eq!(strict.value["a"], 1);
    }

    #[test]
    fn refuses_what_is_not_one_document() {
        for bytes in [&b""[..], b"{", b"{} {}", b"{\"a\":\"\xff\"}", b"\xef\xbb\xbf{}", b"{,}"] {
            assert!(parse(bytes).is_err(), "{}", bytes.escape_ascii());
        }
        assert!(parse(&b"[".repeat(100_000)).is_err());
    }
}
