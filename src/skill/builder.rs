//! Describes a skill in memory.

use super::rules;
use super::{SkillAsset, SkillError, SkillFrontmatter, SkillSpec};

/// A skill in the making. Nothing is checked before [`try_build`](Self::try_build).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SkillSpecBuilder {
    name: String,
    owner_tag: Option<String>,
    frontmatter: SkillFrontmatter,
    body: String,
    assets: Vec<SkillAsset>,
    adopt_unowned: bool,
    /// Whether strings may have several lines: harnesses take that, so what is on disk is not refused for it.
    several_lines: bool,
}

impl SkillSpecBuilder {
    pub(super) fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// Allows newlines in strings, of which the reader has warned already.
    pub(super) fn several_lines(mut self) -> Self {
        self.several_lines = true;
        self
    }

    /// Says who installs the skill: letters, digits, `_` and `-`. Required.
    #[must_use]
    pub fn owner_tag(mut self, tag: impl Into<String>) -> Self {
        self.owner_tag = Some(tag.into());
        self
    }

    /// Sets all fields besides `name`. The `description` is required.
    #[must_use]
    pub fn frontmatter(mut self, frontmatter: SkillFrontmatter) -> Self {
        self.frontmatter = frontmatter;
        self
    }

    /// Sets the `description` alone and leaves the other fields as they are.
    #[must_use]
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.frontmatter.description = description.into();
        self
    }

    /// Sets the markdown after the frontmatter. Required.
    #[must_use]
    pub fn body(mut self, body: impl Into<String>) -> Self {
        self.body = body.into();
        self
    }

    /// Adds a file without an executable bit.
    #[must_use]
    pub fn asset(self, relative_path: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        self.assets([SkillAsset::new(relative_path, bytes)])
    }

    /// Adds files.
    #[must_use]
    pub fn assets(mut self, assets: impl IntoIterator<Item = SkillAsset>) -> Self {
        self.assets.extend(assets);
        self
    }

    /// Allows to take over a skill of this name that nobody owns; false unless said.
    #[must_use]
    pub fn adopt_unowned(mut self, adopt: bool) -> Self {
        self.adopt_unowned = adopt;
        self
    }

    /// Checks every rule.
    ///
    /// # Errors
    ///
    /// The first rule that is broken, in the order name, owner, frontmatter, body, assets.
    ///
    /// ```
    /// use assembly::skill::{SkillError, SkillSpec};
    ///
    /// let error = SkillSpec::builder("review").owner_tag("me").body("Read it.").try_build();
    /// assert!(matches!(error, Err(SkillError::MissingSpecField { field: "frontmatter.description", .. })));
    ///
    /// let error = SkillSpec::builder("review").owner_tag("not a tag").try_build();
    /// assert!(matches!(error, Err(SkillError::InvalidTag { .. })));
    /// ```
    pub fn try_build(mut self) -> Result<SkillSpec, SkillError> {
        rules::name(&self.name)
            .map_err(|reason| SkillError::InvalidName { id: self.name.clone(), reason })?;
        let owner_tag = self.owner_tag.take().ok_or_else(|| self.missing("owner"))?;
        rules::tag(&owner_tag).map_err(|reason| SkillError::InvalidTag { tag: owner_tag.clone(), reason })?;
        if self.frontmatter.description.trim().is_empty() {
            return Err(self.missing("frontmatter.description"));
        }
        super::validate::frontmatter(&self.name, &self.frontmatter, self.several_lines)?;
        if self.body.trim().is_empty() {
            return Err(self.missing("body"));
        }
        super::validate::assets(&self.name, &self.assets)?;
        let Self { name, owner_tag: _, frontmatter, body, mut assets, adopt_unowned, several_lines: _ } =
            self;
        assets.sort_unstable_by(|one, other| one.relative_path.cmp(&other.relative_path));
        Ok(SkillSpec { name, owner_tag, frontmatter, body, assets, adopt_unowned })
    }

    /// Like [`try_build`](Self::try_build), for skills that are written down in a program.
    ///
    /// # Panics
    ///
    /// If a rule is broken.
    #[expect(clippy::panic, reason = "the caller asked for it instead of a `Result`")]
    pub fn build(self) -> SkillSpec {
        match self.try_build() {
            Ok(skill) => skill,
            Err(error) => panic!("{error}"),
        }
    }

    fn missing(&self, field: &'static str) -> SkillError {
        SkillError::MissingSpecField { id: self.name.clone(), field }
    }
}
