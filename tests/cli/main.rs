//! Drives the real binary: a fresh hub, a fresh target, a stand-in agent, a home of its own.

#![expect(clippy::disallowed_methods, reason = "tests look at files as any other program would")]
#![expect(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test ends where it fails")]

mod support;

mod advice;
mod backups;
mod check;
mod clean;
mod clean_anything;
mod completions;
mod copies;
mod exclude;
mod faults;
mod field_bugs;
mod files;
mod format;
mod github;
mod hook_try;
mod import;
mod launch;
mod ledger;
mod list_and_show;
mod new;
mod options;
mod persons;
mod plan;
mod portable;
mod regressions;
mod sessions;
mod settings;
mod settings_merge;
mod shell_hub;
mod skills;
mod sources;
mod status;
mod targets;
mod terminal;
mod tmux;
mod tracked;
mod unchanged;
#[cfg(target_os = "linux")]
mod unseen;
