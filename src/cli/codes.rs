//! What is missing on this machine, and how hooks end on trial.

use crate::diagnostic::codes;

codes! {
    TARGET_MISSING = "assembly::machine::target-missing", Needed, "a target that is no folder on this machine";
    TARGET_UNREADABLE = "assembly::machine::target-unreadable", Needed, "a target that cannot be read";
    SHARED_TARGET = "assembly::machine::shared-target", Machine, "two launchers of one harness on one target: the last one that ran decides";
    NESTED_TARGET = "assembly::machine::nested-target", Machine, "a target beneath another launcher's, whose files its sessions load too";
    TARGET_IS_HUB = "assembly::machine::target-is-hub", Machine, "a target that is the hub, or another source";
    TARGET_IN_SOURCE = "assembly::machine::target-in-source", Machine, "a target in one of the folders of the hub, or of another source";
    CLI_MISSING = "assembly::machine::cli-missing", Machine, "an agent CLI that is not on `PATH`";
    CLI_NOT_EXECUTABLE = "assembly::machine::cli-not-executable", Machine, "an agent CLI that cannot be executed";
    HOOK_NOT_STARTED = "assembly::hook::not-started", Stop, "a hook on trial that could not be started";
    HOOK_TIMED_OUT = "assembly::hook::timed-out", Stop, "a hook on trial that did not end in time";
    HOOK_KILLED = "assembly::hook::killed", Stop, "a hook on trial that a signal ended";
    HOOK_LEFT = "assembly::hook::left-processes", Advice, "a hook on trial that ended before what it started";
    OUTPUT_TOO_LARGE = "assembly::hook::output-too-large", Stop, "a hook on trial that wrote over 1 MiB to stdout";
    OUTPUT_NOT_UTF8 = "assembly::hook::output-not-utf8", Advice, "a hook on trial that wrote what is not UTF-8";
}
