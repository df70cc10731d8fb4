//! What is written, and what is refused.

mod reading;
mod support;
mod writing;
