//! What the CLI makes of a hook that ended by itself: its exit code, and what it wrote.

mod exit;
mod fields;
mod hook_answer;
mod json;
mod meaning;
#[cfg(test)]
mod tests;
mod text;

pub use hook_answer::HookAnswer;
