//! The problems that show only when a launcher meets its presets and the hub.

use crate::diagnostic::codes;

codes! {
    EMPTY_TARGET = "assembly::manifest::empty-target", Stop, "a target that comes to an empty path";
    TARGET_NEEDS_ITSELF = "assembly::manifest::target-needs-itself", Needed, "a target that is made of `{{TARGET_DIR}}`";
    NO_GIT_ROOT = "assembly::machine::no-git-root", Needed, "`{{GIT_ROOT}}` outside a git work tree";
    OPTION_INSIDE_GROUP = "assembly::manifest::option-inside-group", Stop, "a `!-` names an option that stands inside another group of flags";
    REMOVES_NOTHING = "assembly::manifest::removes-nothing", Skip, "a `!` that takes nothing out";
    GLOB_MATCHES_NOTHING = "assembly::manifest::glob-matches-nothing", Skip, "a glob that matches no file of the hub";
    INVALID_GLOB = "assembly::manifest::invalid-glob", Skip, "a glob that does not parse";
    MODULES_TOO_LONG = "assembly::module::too-long", Stop, "the modules of a launcher, and the invariant of its person, come to over 64 MiB";
    ABSOLUTE_VAR = "assembly::bundle::absolute-var", Stop, "a var in the text of a bundle that came to a path of this machine";
    MODULE_MISSING = "assembly::module::missing", Skip, "a module that is not in `modules/`";
    MODULE_UNUSABLE = "assembly::module::unusable", Skip, "a module that cannot be read as text";
    MODULE_EMPTY = "assembly::module::empty", Advice, "a module without text";
    MODULE_REPEATED = "assembly::module::repeated", Advice, "a module with text that another one has";
    NO_FINAL_NEWLINE = "assembly::module::no-final-newline", Advice, "a module, or an invariant, whose last line would become a heading because no newline ends it";
    HOOK_MISSING = "assembly::hook::missing", Skip, "a hook that is not in `hooks/`";
    HOOK_UNUSABLE = "assembly::hook::unusable", Skip, "a hook that is no regular file or cannot be read";
    HOOK_NOT_EXECUTABLE = "assembly::hook::not-executable", Skip, "a hook that is neither executable nor a `.sh` file";
    HOOK_NO_SHEBANG = "assembly::hook::no-shebang", Advice, "an executable script whose first line names no interpreter";
    COMPILED_TOO_LONG = "assembly::skill::compiled-too-long", Stop, "the modules and the skills of a launcher with compiled delivery come to over 64 MiB";
    PERSON_MISSING = "assembly::person::missing", Stop, "a person that is not in `persons/`";
    INVARIANT_MISSPELT = "assembly::person::invariant-misspelt", Advice, "a file beside a `person.kdl` that is almost called `INVARIANT.md`";
    PERSON_UNUSABLE = "assembly::person::unusable", Stop, "a person that cannot be read";
    SOURCE_MISSING = "assembly::source::missing", Stop, "a source that has to be there and is no folder that can be entered";
    SOURCE_ABSENT = "assembly::source::absent", Machine, "a source that is no folder here, and may be missing";
    COLLISION = "assembly::source::collision", Stop, "two sources have different things by a name that is selected";
    UNKNOWN_SOURCE = "assembly::source::unknown", Stop, "`prefer` names no source";
    PREFERS_NOTHING = "assembly::source::prefers-nothing", Skip, "`prefer` names something that the source does not give";
    PREFER_WITHOUT_EFFECT = "assembly::source::prefer-without-effect", Advice, "`prefer` names something that is not selected from several sources";
    SKILL_MISSING = "assembly::skill::missing", Skip, "a skill that is not in `skills/`";
    SKILL_UNUSABLE = "assembly::skill::unusable", Skip, "a skill that is no folder with a `SKILL.md`";
    UNREACHED = "assembly::hub::unused", Note, "a module, hook, skill or person of the hub that no launcher uses";
    PRESET_UNUSED = "assembly::manifest::unused-preset", Note, "a preset that no launcher uses";
    FOLDER_UNREADABLE = "assembly::hub::folder-unreadable", Skip, "a folder of the hub, or of a source, that cannot be listed";
}
