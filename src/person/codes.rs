//! What can be wrong with a person. What is wrong with its text or its nodes has the codes of the manifest.

use crate::diagnostic::codes;

codes! {
    NO_PERSON = "assembly::person::no-person", Stop, "a `person.kdl` without a node `person`";
    NAME_DIFFERS = "assembly::person::name-differs", Stop, "a person that is not called like its folder";
    NO_SKILL = "assembly::person::no-skill", Stop, "a personality or role that names no skill";
    SHARED_SKILL = "assembly::person::shared-skill", Stop, "a personality whose skill is that of another personality or of a role";
    DOUBLED = "assembly::person::doubled", Stop, "a personality, role or seat that is defined twice, or a personality listed twice";
    UNKNOWN_PERSONALITY = "assembly::person::unknown-personality", Stop, "a role lists a personality that is not defined";
    UNKNOWN_ROLE = "assembly::person::unknown-role", Stop, "a launcher names a role that its person does not have";
    UNKNOWN_SEAT = "assembly::person::unknown-seat", Stop, "a launcher names a seat that its role does not have";
    BAD_COLOR = "assembly::person::bad-color", Stop, "a colour that is not written `#rrggbb`";
    ILLEGIBLE_COLOR = "assembly::person::illegible-color", Stop, "a colour that is too dark, too light or too grey to be read";
    EMPTY_INVARIANT = "assembly::person::empty-invariant", Advice, "an `INVARIANT.md` without text";
    UNUSED_PERSONALITY = "assembly::person::unused-personality", Note, "a personality that no role lists";
}
