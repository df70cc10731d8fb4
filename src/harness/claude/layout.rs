//! Where Claude Code looks for what.

use super::events::{EVENTS, FOREIGN_EVENTS, TOOLS};
use super::handlers::HANDLERS;
use super::options::{FOLDERS, REFUSED_AS_ROOT, SINGLE, SWITCHES, TOOLS_OPTIONS, VARIADIC};
use super::protocol::PROTOCOL;
use super::settings::SETTINGS;
use crate::harness::layout::{Above, ConfigFolder, Fallback, Instructions, Layout};

/// The layout of Claude Code.
pub(in crate::harness) static CLAUDE: Layout = Layout {
    name: "claude",
    title: "Claude Code",
    instructions: Instructions {
        file: "CLAUDE.local.md",
        largest: 4 * 1024 * 1024,
        fallback: Some(Fallback {
            files: &["AGENTS.md", ".claude/AGENTS.md"],
            own: &["CLAUDE.md", ".claude/CLAUDE.md"],
        }),
    },
    settings_file: ".claude/settings.local.json",
    settings_keys: SETTINGS,
    shared_settings_file: ".claude/settings.json",
    hook_placeholders: &["CLAUDE_PROJECT_DIR", "CLAUDE_PLUGIN_ROOT", "CLAUDE_PLUGIN_DATA"],
    skills_folder: ".claude/skills",
    above: Above { instructions: true, settings: true, skills: true },
    config: ConfigFolder { variable: "CLAUDE_CONFIG_DIR", in_home: ".claude" },
    events: EVENTS,
    foreign_events: FOREIGN_EVENTS,
    handlers: HANDLERS,
    protocol: &PROTOCOL,
    tools: TOOLS,
    variadic_options: VARIADIC,
    folder_options: FOLDERS,
    tool_options: TOOLS_OPTIONS,
    switches: SWITCHES,
    refused_as_root: REFUSED_AS_ROOT,
    single_options: SINGLE,
};
