#!/bin/bash
# Everything in one file
ASSEMBLY_DIR="$(cd "$(dirname "$0")/.."; pwd -P)"
assemble_modules() {
  local dir="$1"; shift
  : > "$dir/CLAUDE.local.md"
  for m in "$@"; do cat "$ASSEMBLY_DIR/modules/$m" >> "$dir/CLAUDE.local.md"; done
}
TARGET="$(cd ~/code/app && pwd)"
assemble_modules "$TARGET" core-behavior.md
cd "$TARGET"
exec claude --add-dir "$PWD/docs" --mcp-config "$ASSEMBLY_DIR/mcp.json"
