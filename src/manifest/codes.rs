//! The codes of this room.

use crate::diagnostic::codes;

codes! {
    UNREADABLE = "assembly::manifest::unreadable", Stop, "the manifest or an included file cannot be read";
    TOO_LARGE = "assembly::manifest::too-large", Stop, "a manifest file is over 4 MiB";
    TOO_MUCH = "assembly::manifest::too-much", Stop, "the launchers and the presets they use come to over 64 MiB together";
    NOT_UTF8 = "assembly::manifest::not-utf8", Stop, "a manifest file is not UTF-8";
    SYNTAX = "assembly::manifest::syntax", Stop, "the text is not KDL 2";
    NESTING = "assembly::manifest::nesting", Stop, "blocks or comments nest deeper than 64";
    UNCLOSED = "assembly::manifest::unclosed", Stop, "a block, string, comment or `(` is not closed";
    SURPLUS_BRACE = "assembly::manifest::surplus-brace", Stop, "a `}` closes nothing";
    CONTROL_CHARACTER = "assembly::manifest::control-character", Stop, "a control or bidirectional character stands where it cannot be meant";
    BARE_WORD = "assembly::manifest::bare-word", Stop, "a word without quotes holds a character that ends it";
    QUOTES = "assembly::manifest::quotes", Stop, "quotes that KDL does not know became part of a word";
    COMMA = "assembly::manifest::comma", Stop, "a comma stands between values";
    COLON = "assembly::manifest::colon", Stop, "a colon stands after a node's name";
    DASH = "assembly::manifest::dash", Stop, "a `-` stands before an item, as in YAML";
    LIST = "assembly::manifest::list", Stop, "values stand in `[…]`";
    EQUALS = "assembly::manifest::equals", Stop, "a `=` without a name before it or a value after it";
    HASH_COMMENT = "assembly::manifest::hash-comment", Stop, "a comment begins with `#`";
    OLD_KDL = "assembly::manifest::old-kdl", Stop, "a keyword or raw string is written as in KDL 1";
    BAD_NUMBER = "assembly::manifest::bad-number", Stop, "a word without quotes begins like a number and is none";
    BAD_ESCAPE = "assembly::manifest::bad-escape", Stop, "a backslash escape that KDL does not know";
    GLUED = "assembly::manifest::glued", Stop, "two values stand without a space between them";
    LONE_BLOCK = "assembly::manifest::lone-block", Stop, "a `{` stands on a line of its own, or belongs to no node";
    UNKNOWN_NODE = "assembly::manifest::unknown-node", Stop, "a node that is not known at this place";
    UNKNOWN_PROPERTY = "assembly::manifest::unknown-property", Stop, "a property that the node does not have";
    UNKNOWN_VALUE = "assembly::manifest::unknown-value", Stop, "a value that is not one of those the node takes";
    WRONG_TYPE = "assembly::manifest::wrong-type", Stop, "a value of another type than the node takes";
    OUT_OF_RANGE = "assembly::manifest::out-of-range", Stop, "a number outside of what the node takes";
    TYPE_ANNOTATION = "assembly::manifest::type-annotation", Stop, "a type annotation, which no node takes";
    EMPTY_VALUE = "assembly::manifest::empty-value", Stop, "an empty string where a name or path is wanted";
    MISSING_ARGUMENT = "assembly::manifest::missing-argument", Stop, "a node without an argument it needs";
    SURPLUS_ARGUMENT = "assembly::manifest::surplus-argument", Stop, "more arguments than the node takes";
    SURPLUS_CHILDREN = "assembly::manifest::surplus-children", Stop, "a block behind a node that takes none";
    DOUBLED_NODE = "assembly::manifest::doubled-node", Stop, "a node that may stand once stands twice";
    DOUBLED_PROPERTY = "assembly::manifest::doubled-property", Stop, "a property is given twice";
    DOUBLED_NAME = "assembly::manifest::doubled-name", Stop, "two launchers or presets share a name";
    BAD_NAME = "assembly::manifest::bad-name", Stop, "a name that is empty, or holds a path or control characters";
    RESERVED_VAR = "assembly::manifest::reserved-var", Stop, "a var has the name of a built-in placeholder, or is not lower-case";
    COMMAND_LINE = "assembly::manifest::command-line", Stop, "a command line where `cli` takes a program";
    UNKNOWN_PRESET = "assembly::manifest::unknown-preset", Stop, "`use` names no preset";
    USE_CYCLE = "assembly::manifest::use-cycle", Stop, "presets use one another in a circle";
    VAR_CYCLE = "assembly::manifest::var-cycle", Stop, "vars use one another in a circle";
    VAR_TOO_LONG = "assembly::manifest::var-too-long", Stop, "an expanded text is over 1 MiB, or those of a launcher take too much memory";
    BAD_EXPANSION = "assembly::manifest::bad-expansion", Stop, "a `${…}` that is not understood";
    UNSET_VARIABLE = "assembly::manifest::unset-variable", Needed, "an environment variable without default is unset or empty";
    MISSING_TARGET = "assembly::manifest::missing-target", Stop, "a launcher has no `target` after its presets";
    MISSING_CLI = "assembly::manifest::missing-cli", Stop, "a launcher has no `cli` after its presets";
    MISSING_INCLUDE = "assembly::manifest::missing-include", Stop, "an `include` leads to no file";
    LATE_VAR = "assembly::manifest::late-var", Stop, "the path of an `include` needs a var that is set further down";
    INCLUDE_CYCLE = "assembly::manifest::include-cycle", Stop, "files include one another in a circle";
    UNKNOWN_PLACEHOLDER = "assembly::manifest::unknown-placeholder", Advice, "a placeholder that nothing defines stays as it is";
    NOT_YET = "assembly::manifest::not-yet", Advice, "a node that this version reads and ignores";
    OTHER_CLI = "assembly::manifest::other-cli", Advice, "the last word of a launcher's name is not its CLI";
    NAME_SHAPE = "assembly::manifest::name-shape", Note, "a launcher's name is not `<project>-<platform>-<cli>`";
}
