//! The keys of Claude Code's settings, as its documentation has them.

use crate::harness::settings_keys::SettingsKeys;

/// Keys that it reads only from the settings of the user or of an organisation are marked `elsewhere`.
pub(super) const SETTINGS: SettingsKeys = SettingsKeys(include_str!("settings.txt"));
