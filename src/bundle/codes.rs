//! What can be wrong with a bundle.

use crate::diagnostic::codes;

codes! {
    UNREADABLE = "assembly::bundle::unreadable", Stop, "a bundle, or something in it, that cannot be read";
    MALFORMED = "assembly::bundle::malformed", Stop, "a document of a bundle that is not JSON in UTF-8";
    UNKNOWN_FORMAT = "assembly::bundle::unknown-format", Stop, "a document of a bundle in a format that this version does not read";
    DUPLICATE_KEY = "assembly::bundle::duplicate-key", Stop, "a key that an object has twice";
    UNKNOWN_KEY = "assembly::bundle::unknown-key", Stop, "a key that the format does not have";
    MISSING_KEY = "assembly::bundle::missing-key", Stop, "a key that the format asks for and that is not there";
    WRONG_VALUE = "assembly::bundle::wrong-value", Stop, "a value of another type, or none of those that the format knows";
    NOT_CANONICAL = "assembly::bundle::not-canonical", Stop, "a document that says the right things in another form than the one it has to have";
    WRONG_DIGEST = "assembly::bundle::wrong-digest", Stop, "a tree digest that is not the one of the manifest";
    UNEXPECTED_DIGEST = "assembly::bundle::unexpected-digest", Stop, "a bundle that is sound and is not the expected one";
    ORDER = "assembly::bundle::order", Stop, "files that are listed twice or are not sorted";
    UNSAFE_NAME = "assembly::bundle::unsafe-name", Stop, "a name that not every system can hold";
    CLASHING_NAMES = "assembly::bundle::clashing-names", Stop, "two paths that are one where the case of letters does not count";
    TOO_LARGE = "assembly::bundle::too-large", Stop, "more files or bytes than a bundle may have";
    MISSING = "assembly::bundle::missing", Stop, "a file that should be there and is not";
    UNLISTED = "assembly::bundle::unlisted", Stop, "a file or folder that the manifest does not list";
    OUT_OF_PLACE = "assembly::bundle::out-of-place", Stop, "a listed file where the format has no place for one";
    LINK = "assembly::bundle::link", Stop, "a link in a bundle";
    SPECIAL_FILE = "assembly::bundle::special-file", Stop, "something in a bundle that is neither what is listed nor a link, such as a FIFO";
    WRONG_MODE = "assembly::bundle::wrong-mode", Stop, "permission bits that are not the listed ones";
    WRONG_SIZE = "assembly::bundle::wrong-size", Stop, "a file that is longer or shorter than listed";
    WRONG_HASH = "assembly::bundle::wrong-hash", Stop, "a file with other bytes than listed";
    NOT_TEXT = "assembly::bundle::not-text", Stop, "a file that has to be UTF-8 and is not";
    ENTRY_POINT = "assembly::bundle::entry-point", Stop, "an entry point that leads elsewhere than the format says";
    BODY_BYTES = "assembly::bundle::body-bytes", Stop, "a number of bytes handed over at start that is not the size of that document";
    IDENTITY = "assembly::bundle::identity", Stop, "an identity that does not agree with the instructions";
    INSTRUCTIONS = "assembly::bundle::instructions", Stop, "instructions that are not made of their parts";
    SKILL_FILES = "assembly::bundle::skill-files", Stop, "a selected skill whose files cannot all be read";
    COMPILED = "assembly::bundle::compiled", Stop, "a compiled document that is not made of the instructions and the selected skills";
    PLACEHOLDERS = "assembly::bundle::placeholders", Stop, "a list of placeholders that is not that of the instructions";
    SELECTION = "assembly::bundle::selection", Stop, "skills of the trace, the manifest and the tree that are not the same";
    BUDGET = "assembly::bundle::budget", Stop, "a report of a source that does not agree with the tree";
    NOT_A_BUNDLE = "assembly::bundle::not-a-bundle", Stop, "something that is no bundle where a bundle should go, or from which one should be made";
    INSIDE_BUNDLE = "assembly::bundle::inside-bundle", Stop, "a path in a finished bundle, which is never changed";
    NO_EXCHANGE = "assembly::bundle::no-exchange", Stop, "a bundle in the way, on a file system that cannot exchange two folders in one go";
    NOT_A_LINK = "assembly::bundle::not-a-link", Stop, "something that is no link where a store has the link of a launcher";
    OUTPUT_EXISTS = "assembly::bundle::output-exists", Stop, "something else where an archive should go";
    ARCHIVE = "assembly::bundle::archive", Stop, "an archive that is no tar in a gzip, is cut short, or goes on behind its end";
    DUPLICATE_ENTRY = "assembly::bundle::duplicate-entry", Stop, "a path that an archive has twice";
    ENTRY = "assembly::bundle::entry", Stop, "an entry of an archive that is neither a file nor a folder, or is in a form that not every program reads alike";
}
