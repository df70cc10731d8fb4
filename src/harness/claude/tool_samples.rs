//! What the tools of Claude Code are called with.

use crate::harness::contract::ToolSample;

/// The first one also stands for tools that are not here, since it is what most guards are written for.
pub(super) static TOOL_SAMPLES: &[ToolSample] = &[
    tool("Bash", r#"{"command": "echo hello", "description": "Say hello"}"#),
    tool("Read", r#"{"file_path": "{cwd}/README.md"}"#),
    tool("Write", r#"{"file_path": "{cwd}/notes.md", "content": "hello\n"}"#),
    tool(
        "Edit",
        r#"{"file_path": "{cwd}/README.md", "old_string": "teh", "new_string": "the", "replace_all": false}"#,
    ),
    tool(
        "MultiEdit",
        r#"{"file_path": "{cwd}/README.md", "edits": [{"old_string": "teh", "new_string": "the"}]}"#,
    ),
    tool("NotebookEdit", r#"{"notebook_path": "{cwd}/notes.ipynb", "cell_id": "1", "new_source": "1 + 1"}"#),
    tool("Glob", r#"{"pattern": "**/*.md"}"#),
    tool("Grep", r#"{"pattern": "TODO", "output_mode": "content"}"#),
    tool("WebFetch", r#"{"url": "https://example.com/", "prompt": "What does it say?"}"#),
    tool("WebSearch", r#"{"query": "example"}"#),
    tool(
        "Task",
        r#"{"description": "Look around", "prompt": "List the files.", "subagent_type": "Explore"}"#,
    ),
    tool(
        "Agent",
        r#"{"description": "Look around", "prompt": "List the files.", "subagent_type": "Explore"}"#,
    ),
    tool("Skill", r#"{"skill": "review-change"}"#),
    tool("PowerShell", r#"{"command": "Write-Output hello"}"#),
];

const fn tool(tool: &'static str, input: &'static str) -> ToolSample {
    ToolSample { tool, input }
}
