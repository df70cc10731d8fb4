//! The fields of the frontmatter that take one of a few words.

use std::fmt;

/// How hard the model thinks while the skill is in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkillEffort {
    /// `low`
    Low,
    /// `medium`
    Medium,
    /// `high`
    High,
    /// `xhigh`
    ExtraHigh,
    /// `max`
    Max,
    /// A whole number, which Claude Code takes as well.
    Number(i64),
}

impl SkillEffort {
    /// The words, in the order of their strength.
    pub const WORDS: &[&str] = &["low", "medium", "high", "xhigh", "max"];

    /// Reads a word or a number.
    ///
    /// ```
    /// use assembly::skill::SkillEffort;
    ///
    /// assert_eq!(SkillEffort::parse("xhigh"), Some(SkillEffort::ExtraHigh));
    /// assert_eq!(SkillEffort::parse("3"), Some(SkillEffort::Number(3)));
    /// assert_eq!(SkillEffort::parse("ultra"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "low" => Some(Self::Low),
            "medium" => Some(Self::Medium),
            "high" => Some(Self::High),
            "xhigh" => Some(Self::ExtraHigh),
            "max" => Some(Self::Max),
            number => number.parse().ok().map(Self::Number),
        }
    }
}

impl fmt::Display for SkillEffort {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
            Self::ExtraHigh => "xhigh",
            Self::Max => "max",
            Self::Number(number) => return number.fmt(formatter),
        })
    }
}

/// Where the skill runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkillContext {
    /// `fork`: in an agent of its own.
    Fork,
    /// `inline`: in the session that calls it, Claude Code's default.
    Inline,
}

impl SkillContext {
    /// The words.
    pub const WORDS: &[&str] = &["fork", "inline"];

    /// Reads a word.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "fork" => Some(Self::Fork),
            "inline" => Some(Self::Inline),
            _ => None,
        }
    }
}

impl fmt::Display for SkillContext {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Fork => "fork",
            Self::Inline => "inline",
        })
    }
}

/// The shell that runs the commands embedded in the skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkillShell {
    /// `bash`
    Bash,
    /// `powershell`
    PowerShell,
}

impl SkillShell {
    /// The words.
    pub const WORDS: &[&str] = &["bash", "powershell"];

    /// Reads a word.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "bash" => Some(Self::Bash),
            "powershell" => Some(Self::PowerShell),
            _ => None,
        }
    }
}

impl fmt::Display for SkillShell {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Bash => "bash",
            Self::PowerShell => "powershell",
        })
    }
}
