//! The codes of problems in a target.

use crate::diagnostic::codes;

codes! {
    PARENT_LEAVES_TARGET = "assembly::plan::parent-leaves-target", Stop,
        "a folder that an artifact would be written into is a link that leads out of the target";
    PARENT_NOT_A_FOLDER = "assembly::plan::parent-not-a-folder", Stop,
        "what should be a folder above an artifact is something else";
    SPECIAL_FILE = "assembly::plan::special-file", Stop,
        "a FIFO, device, socket or a file over 1 GiB stands at an artifact's path";
    FOLDER_IN_THE_WAY = "assembly::plan::folder-in-the-way", Stop,
        "a folder stands where a folder of the backups would come back to";
    OWN_SOURCE = "assembly::plan::own-source", Stop,
        "the path of a link or copy in the target is, or is in, the folder that it would come from";
    OWN_OUTPUT = "assembly::plan::own-output", Stop,
        "a module is the very file that is made of it";
    LOOSENED = "assembly::settings::loosened", Advice,
        "a settings file would be replaced that forbids the agent something, or has it ask";
    SET_ASIDE = "assembly::settings::set-aside", Advice,
        "a settings file would be replaced that holds what a session or a person added";
    CONFLICT = "assembly::settings::conflict", Advice,
        "a key of a merged settings file has a value that is neither ours nor declared";
    REPEATED_KEY = "assembly::settings::repeated-key", Advice,
        "a key of a merged settings file stands twice in one object";
    NOT_JSON = "assembly::settings::not-json", Stop,
        "a settings file that entries are to be merged into is not an object in JSON";
    STATE_FOLDER = "assembly::plan::state-folder", Stop,
        "`.assembly` in the target, or something in it, is a link or of another kind than assembly makes it";
    LEDGER_BROKEN = "assembly::plan::ledger-broken", Stop,
        "the ledger of the target cannot be understood";
    LEDGER_NEWER = "assembly::plan::ledger-newer", Stop,
        "the ledger of the target was written by a newer assembly";
    STATE_VISIBLE = "assembly::plan::state-visible", Machine,
        "nothing keeps `.assembly` in the target out of `git status`";
    JOURNAL_FOREIGN = "assembly::plan::journal-foreign", Stop,
        "the journal in a target is of a user who is neither this one, nor root, nor the target's owner";
    INTERRUPTED = "assembly::plan::interrupted", Machine,
        "an apply of the target is under way or was cut short";
    JOURNAL_NEWER = "assembly::plan::journal-newer", Stop,
        "an apply that was cut short was begun by a newer assembly";
    GITIGNORE_LEFT_ALONE = "assembly::plan::gitignore-left-alone", Machine,
        "the target's `.gitignore` is not a file, so git does not read it and it gets no lines";
    NO_EXCLUDE = "assembly::plan::no-exclude", Machine,
        "`gitignore \"exclude\"` for a target that lies in no git work tree";
    EXCLUDE_LEFT_ALONE = "assembly::plan::exclude-left-alone", Machine,
        "the `info/exclude` of the target's repository is a link or no file, and gets no lines";
    NOT_IGNORED = "assembly::plan::not-ignored", Machine,
        "an ignore line of the target has no effect: another pattern decides, or none";
    TRACKED = "assembly::plan::tracked", Machine,
        "an artifact is tracked by git in the target";
    SESSION_RUNNING = "assembly::plan::session-running", Machine,
        "a session that another launcher started is still running in the target";
    GIT_FAILED = "assembly::plan::git-failed", Note,
        "git could not be asked about the target";
}
