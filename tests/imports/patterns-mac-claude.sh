#!/bin/bash
source "$(dirname "$0")/lib.sh"
assemble_modules ~/code/app profile-*.md {core,extra}.md "$ASSEMBLY_DIR/modules/core-behavior.md" ../x.md '!y.md'
assemble_skills ~/code/app review "$ASSEMBLY_DIR"/.claude/skills/release-notes
launch claude ~/code/app
