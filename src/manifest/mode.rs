//! What a recipe chooses between.

/// How a skill gets into the target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SkillMode {
    /// A symbolic link to the skill's folder.
    #[default]
    Link,
    /// A copy.
    Copy,
}

/// `gitignore`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gitignore {
    /// `#true`: in the target's `.gitignore`.
    InTarget,
    /// `#false`: nowhere.
    Off,
    /// `"exclude"`: in the `info/exclude` of the target's repository.
    Exclude,
}

/// How the content of a session is handed over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Delivery {
    /// Skills stay folders that the CLI discovers.
    #[default]
    Native,
    /// Instructions and the bodies of all selected skills in one document.
    Compiled,
}

impl Delivery {
    /// The word of the node.
    pub fn word(self) -> &'static str {
        match self {
            Self::Native => "native",
            Self::Compiled => "compiled",
        }
    }
}

/// What becomes of what others wrote in the settings file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SettingsMode {
    /// The whole file is replaced, and set aside.
    #[default]
    Overwrite,
    /// It stays: only entries of ours come, change and go.
    Merge,
}

/// `tmux window="NAME"` or `tmux #false`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tmux {
    /// A window of this name, not yet expanded.
    Window(String),
    /// Never a window.
    Never,
    /// `tmux #true`: as if nothing was said.
    Default,
}
