//! Faults that users of comparable tools report again and again, a file a section of `docs/FIELD-BUGS.md`.

mod hooks;
