//! A file that lies beside a `SKILL.md`.

/// A supporting file of a skill, with its bytes.
///
/// ```
/// use assembly::skill::SkillAsset;
///
/// let script = SkillAsset::new("scripts/count.sh", "#!/bin/sh\nwc -l\n").executable(true);
/// assert_eq!(script.relative_path, "scripts/count.sh");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkillAsset {
    /// Beneath the skill's folder, with `/` between its parts.
    pub relative_path: String,
    /// The whole file.
    pub bytes: Vec<u8>,
    /// Whether it has an executable bit.
    pub executable: bool,
}

impl SkillAsset {
    /// A file without an executable bit.
    pub fn new(relative_path: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Self { relative_path: relative_path.into(), bytes: bytes.into(), executable: false }
    }

    /// Sets or clears the executable bit.
    #[must_use]
    pub fn executable(mut self, executable: bool) -> Self {
        self.executable = executable;
        self
    }
}
