//! The codes of this room.

use crate::diagnostic::codes;

codes! {
    UNREADABLE = "assembly::import::unreadable", Stop, "a script that cannot be read, or that is no text of at most 1 MiB";
    SYNTAX = "assembly::import::syntax", Stop, "a part of a script that is not read as bash; it is kept as a comment";
    NOT_SAID = "assembly::import::not-said", Stop, "a part of a script that a manifest cannot say; it is kept as a comment";
    NO_LAUNCH = "assembly::import::no-launch", Stop, "a script that starts no agent CLI";
    BAD_NAME = "assembly::import::bad-name", Stop, "a script whose name cannot be that of a launcher";
    DOUBLED = "assembly::import::doubled", Stop, "two scripts that would become launchers of the same name";
    OTHER_HUB = "assembly::import::other-hub", Stop, "a script that belongs to another hub than the ones before it";
    DIFFERS = "assembly::import::differs", Stop, "a script and its launcher, both run, do not come to the same";
    NOT_VERIFIED = "assembly::import::not-verified", Stop, "a script that cannot be run in a scratch copy of home";
    OWN_STEP = "assembly::import::own-step", Advice, "a script has a step of its own, which is taken for the one of the library";
    RELATIVE_TARGET = "assembly::import::relative-target", Advice, "a target that depends on where the script is started";
    NOTHING_SHARED = "assembly::import::nothing-shared", Advice, "`--preset` where the scripts share nothing";
    OLD_SKILLS = "assembly::import::old-skills", Note, "skills that still lie in `.claude/skills/` of the hub";
    LIBRARY = "assembly::import::library", Note, "a script of a folder that defines functions only, or that others source";
    LEFT_OUT = "assembly::import::left-out", Note, "what a script prints is left out";
    MEANT_DIFFERENCE = "assembly::import::meant-difference", Note, "a difference between a script and its launcher that is meant";
}
