//! The codes of this room.

use crate::diagnostic::codes;

codes! {
    UNKNOWN_HARNESS = "assembly::harness::unknown", Advice, "a harness without a layout of its own: Claude Code's is used";
    TOO_LARGE = "assembly::harness::instructions-too-large", Advice, "an instruction file so large that the CLI skips it";
    FALLBACK_ABOVE = "assembly::harness::instructions-eclipsed", Machine, "instructions of a parent folder that the CLI does not read any more";
    SWITCHED_OFF = "assembly::harness::instructions-switched-off", Machine, "instructions in the target that the CLI does not read because of a file in a parent folder";
    FIRES_TWICE = "assembly::hook::fires-twice", Machine, "hooks of another settings file run beside those of the launcher";
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
    HOOK_FAILED = "assembly::hook::failed", Stop, "a hook that ended with an exit code other than 0 and 2";
    NO_REASON = "assembly::hook::no-reason", Advice, "a hook that blocks without a reason";
    BLOCKS_NOTHING = "assembly::hook::blocks-nothing", Advice, "a hook that means to block where nothing can be blocked";
    ANSWER_NO_JSON = "assembly::hook::answer-no-json", Stop, "an answer of a hook that begins like JSON and is none";
    ANSWER_NOT_ALONE = "assembly::hook::answer-not-alone", Stop, "an answer in JSON that is not read because text stands before it";
    ANSWER_WRONG_TYPE = "assembly::hook::answer-wrong-type", Stop, "a field of an answer with a value of the wrong type";
    ANSWER_WRONG_VALUE = "assembly::hook::answer-wrong-value", Stop, "a value in an answer that the CLI does not know";
    ANSWER_OTHER_EVENT = "assembly::hook::answer-for-other-event", Stop, "an answer that belongs to another event";
    ANSWER_FIELD_MISSING = "assembly::hook::answer-field-missing", Stop, "an answer without something that its event needs";
    ANSWER_UNKNOWN_FIELD = "assembly::hook::answer-unknown-field", Advice, "a field of an answer that the CLI ignores";
    ANSWER_IGNORED = "assembly::hook::answer-ignored", Advice, "an answer that is not read because of the exit code";
    TEXT_UNREAD = "assembly::hook::text-unread", Note, "text of a hook that the agent does not read at its event";
    TEXT_TOO_LONG = "assembly::hook::text-too-long", Advice, "text for the agent of which the CLI passes only the beginning";
    SETTING_UNKNOWN = "assembly::settings::unknown-key", Advice, "a key that the CLI's settings are not known to have";
    SETTING_ELSEWHERE = "assembly::settings::not-read-here", Advice, "a key that the CLI does not read from the generated settings file";
    SETTING_WRONG_TYPE = "assembly::settings::wrong-type", Stop, "a key of the settings with a value of the wrong type";
    SETTING_UNKNOWN_VALUE = "assembly::settings::unknown-value", Advice, "a word that a key of the settings is not known to take";
    BAD_RULE = "assembly::settings::bad-rule", Stop, "a permission rule that has not the form of one";
    RULE_NEAR_MISS = "assembly::settings::rule-near-miss", Advice, "a permission rule for something that is nearly the name of a tool";
    CONTRADICTION = "assembly::settings::contradiction", Advice, "a permission rule in two lists, of which one counts";
    SWALLOWED = "assembly::flags::swallowed", Stop, "an option with several values that would take the next argument too";
    REFUSED_AS_ROOT = "assembly::flags::refused-as-root", Note, "an option that the CLI refuses to take from root, who is asking";
    PROMPT_TAKEN = "assembly::flags::prompt-taken", Advice, "a value of an option that takes several, and that reads like a prompt";
    LITERAL_TILDE = "assembly::manifest::literal-tilde", Advice, "a `~` in a flag, variable or argument, where no shell expands it";
    LITERAL_DOLLAR = "assembly::manifest::literal-dollar", Advice, "a `$NAME` or `$(…)` in a flag, variable or argument, where no shell expands it";
    GIVEN_TWICE = "assembly::flags::given-twice", Advice, "an option given twice of which the CLI takes the last";
}
