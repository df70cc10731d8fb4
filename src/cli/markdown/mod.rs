//! A plan as the comment of a pull request.
//!
//! What is shown comes from files that anybody may have written: it stands in fences longer than any run of backticks in
//! it, or in `<code>` with everything escaped that markdown or HTML would read. What does not fit is named.

mod page;
mod text;

#[cfg(test)]
mod tests;

pub(super) use page::{Item, Page, Section};
