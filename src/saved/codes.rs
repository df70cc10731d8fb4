//! The codes of problems with saved plans.

use crate::diagnostic::codes;

codes! {
    UNREADABLE = "assembly::saved-plan::unreadable", Skip, "a saved plan that cannot be read, or is not UTF-8";
    SYNTAX = "assembly::saved-plan::syntax", Skip, "a saved plan that is not JSON, as when two versions of it were merged";
    NOT_A_PLAN = "assembly::saved-plan::not-a-plan", Skip, "a JSON document that is no plan";
    NEWER = "assembly::saved-plan::newer", Skip, "a saved plan that a newer assembly wrote";
    OTHER_FORM = "assembly::saved-plan::other-form", Advice, "a portable plan compared with a plan of one machine";
    TEST_DIFFERS = "assembly::launcher-test::differs", Skip, "a launcher that is not what its test says";
    OTHER_LAUNCHER = "assembly::launcher-test::other-launcher", Skip, "a test that holds anything but the plan of the one launcher it is named after";
    NO_LAUNCHER = "assembly::launcher-test::no-launcher", Skip, "a test of a launcher that is gone";
    NO_TEST = "assembly::launcher-test::no-test", Note, "a launcher without a test in a hub that has some";
}
