//! Permission bits.

use serde::{Deserialize, Serialize, Serializer};

/// The permission bits of a file; four octal digits in JSON, as `chmod` takes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Mode(u32);

impl Mode {
    /// What a new file gets, whatever the umask.
    pub(crate) const NEW: Self = Self(0o644);

    /// What a new file gets that can be executed.
    pub(crate) const EXECUTABLE: Self = Self(0o755);

    /// The permission bits of a `st_mode`, but for those that lend rights: nothing that is written here lends any.
    pub(crate) fn of(st_mode: u32) -> Self {
        Self(st_mode & 0o777)
    }

    /// Whether its owner may execute it.
    pub(crate) fn is_executable(self) -> bool {
        self.0 & 0o100 != 0
    }

    /// As the system takes it.
    pub(crate) fn bits(self) -> u32 {
        self.0
    }
}

impl std::fmt::Display for Mode {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{:04o}", self.0)
    }
}

impl Serialize for Mode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl TryFrom<String> for Mode {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let digits = text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit());
        u32::from_str_radix(&text, 8).ok().filter(|_| digits).map(Self::of).ok_or("not four octal digits")
    }
}

#[cfg(test)]
mod tests {
    use super::Mode;

    #[test]
    fn lends_no_rights() {
        assert_eq!(Mode::of(0o104_755).to_string(), "0755");
        assert_eq!(Mode::try_from("6755".to_owned()), Mode::try_from("0755".to_owned()));
    }
}
