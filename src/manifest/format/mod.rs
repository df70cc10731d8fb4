//! The one form of a manifest's text.
//!
//! Works on the tokens that the scanner walks over, not on the tree: so every comment, every `/-` and the way each value
//! is written are there to be kept, and only white space and line breaks are new. The result is read again and compared
//! before anybody may have it.

mod format_hub;
mod format_text;
mod lexer;
mod literal;
mod outline;
mod printer;
mod spacing;
mod token;
mod upgrade;
mod verify;

#[cfg(test)]
mod tests;

pub use format_hub::{Formatted, FormattedHub, format_hub};
pub(crate) use format_text::format_as;
pub use format_text::{FormatError, format_text};
