//! Why there is no such skill.

use super::CharacterKind;
use super::rules::suggestion;

/// What is wrong with a skill that was described in memory, or with installing one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SkillError {
    /// A field that every skill needs was not set, or is blank.
    #[error("skill `{id}` has no `{field}`")]
    MissingSpecField {
        /// The name of the skill.
        id: String,
        /// `owner`, `frontmatter.description` or `body`.
        field: &'static str,
    },
    /// A name that no harness finds.
    #[error("`{id}` is no name of a skill: {reason}")]
    InvalidName {
        /// The name.
        id: String,
        /// A fragment.
        reason: String,
    },
    /// An owner's tag that cannot be recorded.
    #[error("`{tag}` is no tag of an owner: {reason}")]
    InvalidTag {
        /// The tag.
        tag: String,
        /// A fragment.
        reason: String,
    },
    /// A character that a frontmatter string must not hold.
    #[error("`{field}` of skill `{id}` holds {kind} U+{:04X}", u32::from(*.character))]
    ForbiddenCharacter {
        /// The name of the skill.
        id: String,
        /// The key of the frontmatter.
        field: String,
        /// The first such character.
        character: char,
        /// What makes it forbidden.
        kind: CharacterKind,
    },
    /// A string that is longer than the open spec allows.
    #[error("`{field}` of skill `{id}` has {characters} characters, at most {limit} are allowed")]
    TooLong {
        /// The name of the skill.
        id: String,
        /// The key of the frontmatter.
        field: &'static str,
        /// How many it has.
        characters: usize,
        /// How many it may have.
        limit: usize,
    },
    /// An entry of `paths` that does not parse.
    #[error("`{pattern}` in `paths` of skill `{id}` is no glob: {reason}")]
    InvalidGlob {
        /// The name of the skill.
        id: String,
        /// The entry.
        pattern: String,
        /// A fragment.
        reason: String,
    },
    /// A path that an asset must not have.
    #[error("skill `{id}` cannot hold `{path}`: {reason}")]
    InvalidAsset {
        /// The name of the skill.
        id: String,
        /// The path as it was given.
        path: String,
        /// A fragment.
        reason: String,
    },
    /// Two assets that some file systems cannot tell apart.
    #[error(
        "`{first}` and `{second}` of skill `{id}` cannot lie side by side where the case of letters does not count"
    )]
    ClashingAssets {
        /// The name of the skill.
        id: String,
        /// One path.
        first: String,
        /// The other.
        second: String,
    },
    /// More bytes than a file or a skill may have.
    #[error("{} of skill `{id}` has {bytes} bytes, at most {limit} are allowed", part(.path.as_deref()))]
    TooLarge {
        /// The name of the skill.
        id: String,
        /// The file; none: all of them together.
        path: Option<String>,
        /// How many bytes it has.
        bytes: u64,
        /// How many it may have.
        limit: u64,
    },
    /// An installed skill that belongs to someone else, or to nobody.
    #[error("skill `{id}` is {}, so `{caller}` does not touch it", owned(.owner.as_deref()))]
    NotOwnedByCaller {
        /// The name of the skill.
        id: String,
        /// Who is recorded; none: nobody.
        owner: Option<String>,
        /// Who asked.
        caller: String,
    },
}

impl SkillError {
    /// The name that was most likely meant by one that is none.
    pub fn valid_name_near(name: &str) -> Option<String> {
        suggestion(name)
    }
}

fn owned(owner: Option<&str>) -> String {
    owner
        .map_or_else(|| "there and was installed by nobody".to_owned(), |owner| format!("owned by `{owner}`"))
}

fn part(path: Option<&str>) -> String {
    path.map_or_else(|| "the whole".to_owned(), |path| format!("`{path}`"))
}
