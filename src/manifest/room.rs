//! How much text expansion may add: a few short vars can ask for gigabytes.

/// What may still be added, in bytes. Only what grows is counted: a text without placeholders takes no room.
#[derive(Debug)]
pub struct Room {
    left: usize,
    refused: bool,
}

/// An expansion for which there is no room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Full {
    /// The first one, which is to be reported.
    First,
    /// It was reported already.
    Again,
}

impl Room {
    /// The most that the vars, flags, variables and arguments of one launcher may grow by.
    pub const LAUNCHER: usize = 16 << 20;

    /// Room for so many bytes.
    pub fn new(bytes: usize) -> Self {
        Self { left: bytes, refused: false }
    }

    /// Takes room for so many bytes.
    ///
    /// # Errors
    ///
    /// When there is not so much left; then nothing is left.
    pub fn take(&mut self, bytes: usize) -> Result<(), Full> {
        if let Some(left) = self.left.checked_sub(bytes) {
            self.left = left;
            return Ok(());
        }
        self.left = 0;
        Err(if std::mem::replace(&mut self.refused, true) { Full::Again } else { Full::First })
    }
}

#[cfg(test)]
mod tests {
    use super::{Full, Room};

    #[test]
    fn the_first_refusal_is_the_one_to_report() {
        let mut room = Room::new(10);
        assert_eq!(room.take(8), Ok(()));
        assert_eq!(room.take(8), Err(Full::First));
        assert_eq!(room.take(1), Err(Full::Again));
        assert_eq!(room.take(0), Ok(()));
    }
}
