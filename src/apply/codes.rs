//! The codes of refusals to write.

use crate::diagnostic::codes;

codes! {
    CONFLICT = "assembly::apply::conflict", Stop,
        "something that assembly did not write would be set aside, and `--conflict refuse` forbids it";
}
