//! What is missing on this machine.

use crate::diagnostic::codes;

codes! {
    TARGET_MISSING = "assembly::machine::target-missing", Needed, "a target that is no folder on this machine";
    TARGET_UNREADABLE = "assembly::machine::target-unreadable", Needed, "a target that cannot be read";
    SHARED_TARGET = "assembly::machine::shared-target", Note, "two launchers of one harness on one target: the last one that ran decides";
    CLI_MISSING = "assembly::machine::cli-missing", Machine, "an agent CLI that is not on `PATH`";
    CLI_NOT_EXECUTABLE = "assembly::machine::cli-not-executable", Machine, "an agent CLI that cannot be executed";
}
