#!/bin/bash
# Saved on Windows
source "$(dirname "$0")/lib.sh"
TARGET="$HOME/code/win"
assemble_modules "$TARGET" \
  core-behavior.md \
  profile-goals.md
ensure_gitignore "$TARGET"
launch claude "$TARGET"
