//! Reads JSON by RFC 8259, to the letter.

use super::Fault;
use super::document::{Body, Member, Node};
use super::words;

/// Arrays and objects in one another. No settings are so deep, and the reader recurses for each.
const DEEPEST: usize = 127;

pub(super) struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Self { text, at, depth: 0 }
    }

    /// Reads one value and nothing behind it.
    pub(super) fn read(mut self) -> Result<Node, Fault> {
        self.space()?;
        let root = self.value()?;
        self.space()?;
        if self.at < self.text.len() {
            return Err(self.fault("nothing may stand behind the value"));
        }
        Ok(root)
    }

    fn fault(&self, what: &'static str) -> Fault {
        Fault::at(self.at, what)
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let is_it = self.peek() == Some(byte);
        self.at += usize::from(is_it);
        is_it
    }

    fn space(&mut self) -> Result<(), Fault> {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
        match self.peek() {
            Some(b'/' | b'#') => Err(self.fault("JSON has no comments")),
            _ => Ok(()),
        }
    }

    fn value(&mut self) -> Result<Node, Fault> {
        let start = self.at;
        let body = match self.peek() {
            None => return Err(self.fault("the text ends where a value has to stand")),
            Some(b'{') => self.nested(Self::object)?,
            Some(b'[') => self.nested(Self::array)?,
            Some(b'"') => Body::Text(self.string()?),
            Some(_) => {
                let length = words::plain(&self.text[self.at..]);
                self.at += length.map_err(|(offset, what)| Fault::at(start + offset, what))?;
                Body::Plain
            }
        };
        Ok(Node { span: start..self.at, body })
    }

    fn nested(&mut self, read: impl FnOnce(&mut Self) -> Result<Body, Fault>) -> Result<Body, Fault> {
        if self.depth == DEEPEST {
            return Err(self.fault("over 127 brackets in one another"));
        }
        self.at += 1;
        self.depth += 1;
        self.space()?;
        let body = read(self)?;
        self.depth -= 1;
        Ok(body)
    }

    fn object(&mut self) -> Result<Body, Fault> {
        let mut members = Vec::new();
        while !(members.is_empty() && self.take(b'}')) {
            let start = self.at;
            if self.peek() != Some(b'"') {
                return Err(self.fault("a key in double quotes has to stand here"));
            }
            let key = self.string()?;
            let key_span = start..self.at;
            self.space()?;
            if !self.take(b':') {
                return Err(self.fault("a `:` has to stand here"));
            }
            self.space()?;
            let value = self.value()?;
            members.push(Member { key_span, key, value });
            if !self.goes_on(b'}', "a `,` or `}` has to stand here")? {
                break;
            }
        }
        Ok(Body::Object(members))
    }

    fn array(&mut self) -> Result<Body, Fault> {
        let mut elements = Vec::new();
        while !(elements.is_empty() && self.take(b']')) {
            elements.push(self.value()?);
            if !self.goes_on(b']', "a `,` or `]` has to stand here")? {
                break;
            }
        }
        Ok(Body::Array(elements))
    }

    /// Whether a `,` follows, and not the end.
    fn goes_on(&mut self, end: u8, what: &'static str) -> Result<bool, Fault> {
        self.space()?;
        let comma = self.at;
        if !self.take(b',') {
            return if self.take(end) { Ok(false) } else { Err(self.fault(what)) };
        }
        self.space()?;
        if self.peek() == Some(end) {
            return Err(Fault::at(comma, "no value stands behind this `,`"));
        }
        Ok(true)
    }

    fn string(&mut self) -> Result<Option<String>, Fault> {
        let start = self.at;
        let (length, text) =
            words::string(&self.text[start..]).map_err(|(offset, what)| Fault::at(start + offset, what))?;
        self.at += length;
        Ok(text)
    }
}
