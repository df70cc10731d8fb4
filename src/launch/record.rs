//! What a launch file says: a session as bytes.
//!
//! Fields end in NUL, the one byte that no word, path or variable can hold, so nothing is escaped and nothing needs to
//! be UTF-8. The first field names the format and its version; lists begin with their length.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;

use super::Session;

/// The first field. The number changes with the fields.
const FORMAT: &[u8] = b"assembly-launch/2";

/// A session on its way into a window.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Record {
    /// The session, without the variables of `inherited`.
    pub(super) session: Session,
    /// Variables that only the new window knows the values of.
    pub(super) inherited: Vec<OsString>,
    /// Whether the file's folder was made for it and goes with it.
    pub(super) owns_folder: bool,
}

impl Record {
    /// The file's bytes. `None` when a part holds a NUL and so could not be passed to a process either.
    pub(super) fn encode(&self) -> Option<Vec<u8>> {
        let mut fields = Fields(Vec::new());
        let session = &self.session;
        fields.add(FORMAT)?;
        fields.add(if self.owns_folder { b"folder" } else { b"" })?;
        fields.add(session.program.as_os_str().as_bytes())?;
        fields.add(session.argv0.as_bytes())?;
        fields.add(session.directory.as_os_str().as_bytes())?;
        fields.add(session.lock.as_ref().map_or(b"", |path| path.as_os_str().as_bytes()))?;
        fields.add_all(session.arguments.iter().map(OsString::as_os_str))?;
        fields.add_all(self.inherited.iter().map(OsString::as_os_str))?;
        fields.add_all(session.environment.iter().flat_map(|(name, value)| [name.as_os_str(), value]))?;
        Some(fields.0)
    }

    /// Reads what [`Record::encode`] wrote; `None` when it is anything else.
    pub(super) fn decode(bytes: &[u8]) -> Option<Self> {
        let mut fields = bytes.strip_suffix(b"\0")?.split(|byte| *byte == 0);
        if fields.next()? != FORMAT {
            return None;
        }
        let owns_folder = match fields.next()? {
            b"folder" => true,
            b"" => false,
            _ => return None,
        };
        let mut one = || fields.next().map(|field| OsString::from_vec(field.to_vec()));
        let program = one()?.into();
        let argv0 = one()?;
        let directory = one()?.into();
        let lock = Some(one()?).filter(|path| !path.is_empty()).map(PathBuf::from);
        let arguments = list(&mut one)?;
        let inherited = list(&mut one)?;
        let mut flat = list(&mut one)?.into_iter();
        let environment = std::iter::from_fn(|| Some((flat.next()?, flat.next()?))).collect();
        if one().is_some() {
            return None;
        }
        let session = Session { program, argv0, arguments, directory, environment, lock };
        Some(Self { session, inherited, owns_folder })
    }
}

struct Fields(Vec<u8>);

impl Fields {
    fn add(&mut self, field: &[u8]) -> Option<()> {
        self.0.extend_from_slice(field);
        self.0.push(0);
        (!field.contains(&0)).then_some(())
    }

    fn add_all<'a>(&mut self, fields: impl Iterator<Item = &'a OsStr> + Clone) -> Option<()> {
        self.add(fields.clone().count().to_string().as_bytes())?;
        fields.map(OsStr::as_bytes).try_for_each(|field| self.add(field))
    }
}

fn list(one: &mut impl FnMut() -> Option<OsString>) -> Option<Vec<OsString>> {
    let length: usize = one()?.to_str()?.parse().ok()?;
    // Not `with_capacity`: the length is only a claim.
    let mut list = Vec::new();
    for _ in 0..length {
        list.push(one()?);
    }
    Some(list)
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt;

    use super::Record;
    use crate::launch::Session;

    fn record() -> Record {
        let odd = OsString::from_vec(vec![0xff, b'=', b'\n']);
        Record {
            session: Session {
                program: "/bin/agent".into(),
                argv0: OsString::new(),
                arguments: vec!["".into(), odd.clone(), "1".into(), "".into()],
                directory: "/ä b".into(),
                environment: vec![("A".into(), "".into()), (odd.clone(), odd.clone())],
                lock: Some(odd.into()),
            },
            inherited: vec!["TMUX".into()],
            owns_folder: true,
        }
    }

    #[test]
    fn comes_back_byte_for_byte() {
        let bytes = record().encode().unwrap();
        assert_eq!(Record::decode(&bytes), Some(record()));
    }

    #[test]
    fn takes_nothing_that_it_did_not_write() {
        let bytes = record().encode().unwrap();
        for end in 0..bytes.len() {
            assert_eq!(Record::decode(&bytes[..end]), None, "cut at {end}");
        }
        assert_eq!(Record::decode(&[bytes.as_slice(), b"more\0"].concat()), None);
        let newer = String::from_utf8_lossy(&bytes).replace("launch/2", "launch/3");
        assert_eq!(Record::decode(newer.as_bytes()), None);
        assert_eq!(Record::decode(b"assembly-launch/2\0\0p\0a\0d\0\x0018446744073709551615\0"), None);
    }

    #[test]
    fn refuses_a_word_that_holds_the_separator() {
        let mut record = record();
        record.session.arguments.push("a\0b".into());
        assert_eq!(record.encode(), None);
    }
}
