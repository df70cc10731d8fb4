//! The codes of this room.

use crate::diagnostic::codes;

codes! {
    UNKNOWN_HARNESS = "assembly::harness::unknown", Advice, "a harness without a layout of its own: Claude Code's is used";
    TOO_LARGE = "assembly::harness::instructions-too-large", Advice, "an instruction file so large that the CLI skips it";
    FALLBACK_ABOVE = "assembly::harness::instructions-eclipsed", Machine, "instructions of a parent folder that the CLI does not read any more";
    UNKNOWN_EVENT = "assembly::hook::unknown-event", Stop, "an event that the CLI does not have";
    MATCHER_WITHOUT_USE = "assembly::hook::matcher-without-use", Stop, "a matcher on an event that has none";
    MATCHER_IS_PERMISSION_RULE = "assembly::hook::matcher-is-permission-rule", Advice, "a matcher that is a permission rule and matches no tool";
    MATCHER_NEAR_MISS = "assembly::hook::matcher-near-miss", Advice, "a matcher that is nearly one of the values of its event";
    NO_HANDLER = "assembly::hook::no-handler", Stop, "a hook entry with neither a file nor a type";
    UNKNOWN_TYPE = "assembly::hook::unknown-type", Stop, "a handler type that the CLI does not have";
    FILE_AND_TYPE = "assembly::hook::file-and-type", Stop, "a file together with a handler that runs none";
    UNKNOWN_FIELD = "assembly::hook::unknown-field", Stop, "a handler field that the CLI does not have";
    FIELD_OF_OTHER_TYPE = "assembly::hook::field-of-other-type", Stop, "a handler field that belongs to another handler type";
    FIELD_WRONG_TYPE = "assembly::hook::field-wrong-type", Stop, "a handler field with a value of the wrong type";
    FIELD_MISSING = "assembly::hook::field-missing", Stop, "a handler without a field that its type needs";
    NEVER_RUNS = "assembly::hook::never-runs", Stop, "a field that keeps the hook from ever running on its event";
    SWALLOWED = "assembly::flags::swallowed", Stop, "an option with several values that would take the next argument too";
    REFUSED_AS_ROOT = "assembly::flags::refused-as-root", Note, "an option that the CLI refuses to take from root, who is asking";
    GIVEN_TWICE = "assembly::flags::given-twice", Advice, "an option given twice of which the CLI takes the last";
}
