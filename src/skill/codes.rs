//! What can be wrong with a skill.

use crate::diagnostic::codes;

codes! {
    NO_FRONTMATTER = "assembly::skill::no-frontmatter", Skip, "a `SKILL.md` whose first line is not `---`";
    UNCLOSED_FRONTMATTER = "assembly::skill::unclosed-frontmatter", Skip, "a frontmatter without a closing `---`";
    INVALID_YAML = "assembly::skill::invalid-yaml", Skip, "a frontmatter that is no YAML";
    NOT_A_MAPPING = "assembly::skill::not-a-mapping", Skip, "a frontmatter that is not a list of keys and values";
    DUPLICATE_KEY = "assembly::skill::duplicate-key", Skip, "a key that stands twice";
    RESTRICTION_NEAR_MISS = "assembly::skill::restriction-near-miss", Skip, "a key that is nearly `allowed-tools` or `disallowed-tools`, so that the restriction is gone";
    UNKNOWN_KEY = "assembly::skill::unknown-key", Advice, "a key of the frontmatter that no harness knows";
    MISSING_DESCRIPTION = "assembly::skill::missing-description", Skip, "a skill without a `description`";
    MISSING_NAME = "assembly::skill::missing-name", Advice, "a skill without a `name`";
    INVALID_NAME = "assembly::skill::invalid-name", Skip, "a name that is not 1 to 64 of `a-z`, `0-9` and single inner hyphens";
    NAME_DIFFERS = "assembly::skill::name-differs", Skip, "a `name` that is not the name of the folder";
    WRONG_TYPE = "assembly::skill::wrong-type", Skip, "a value or key of the wrong type";
    UNKNOWN_VALUE = "assembly::skill::unknown-value", Skip, "a value that the field does not have";
    TOO_LONG = "assembly::skill::too-long", Skip, "a string that is longer than the open spec allows";
    INVALID_GLOB = "assembly::skill::invalid-glob", Skip, "an entry of `paths` that does not parse";
    FORBIDDEN_CHARACTER = "assembly::skill::forbidden-character", Skip, "a tab, control character or bidirectional control in the frontmatter";
    SEVERAL_LINES = "assembly::skill::several-lines", Advice, "a frontmatter string with a line break in it";
    UNQUOTED = "assembly::skill::unquoted", Advice, "a value that not every harness reads without quotes";
    CUT_BY_COMMENT = "assembly::skill::cut-by-comment", Advice, "a value of which the part behind ` #` is a comment";
    NOT_TEXT = "assembly::skill::not-text", Advice, "a number, date or truth value where text is meant";
    NO_VALUE = "assembly::skill::no-value", Advice, "a key without a value";
    OTHER_BOOLEAN = "assembly::skill::other-boolean", Advice, "a truth value that is written neither `true` nor `false`";
    UNREACHABLE = "assembly::skill::unreachable", Advice, "a skill that neither the model nor the user can call";
    BLANK_BODY = "assembly::skill::blank-body", Skip, "a `SKILL.md` without text after the frontmatter";
    NO_SKILL_FILE = "assembly::skill::no-skill-file", Skip, "a folder in which `SKILL.md` is missing or cannot be read";
    NOT_UTF8 = "assembly::skill::not-utf-8", Skip, "a `SKILL.md` that is not UTF-8";
    INVALID_ASSET = "assembly::skill::invalid-asset", Skip, "a file whose path cannot be kept wherever the skill is copied to";
    CLASHING_ASSETS = "assembly::skill::clashing-assets", Skip, "two files that differ only by the case of letters";
    TOO_LARGE = "assembly::skill::too-large", Skip, "a file over 8 MiB, or a skill over 64 MiB or 10,000 files";
    LEAVES_SKILL = "assembly::skill::leaves-skill", Skip, "a link that leads out of the skill, to nothing, or back to itself";
    SPECIAL_FILE = "assembly::skill::special-file", Skip, "a FIFO, device or socket in a skill";
    UNREADABLE = "assembly::skill::unreadable", Skip, "a file or folder of a skill that cannot be read";
}
