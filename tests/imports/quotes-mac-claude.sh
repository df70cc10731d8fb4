#!/bin/bash
source "$(dirname "$0")/lib.sh"
TARGET=$HOME/'it'"'"'s here'/"a \"quoted\" \$5 name"/$'tab\there'
assemble_modules "$TARGET" "core-behavior.md" 'o'"n"e.md two\ words.md
launch claude "$TARGET" --append-system-prompt $'line one\nline "two"\\' -p 'say {{ASSEMBLY_DIR}} and {{ x }}' \
  "--path=~/x" a\$b "c;d|e&f" "" "tail\"" 'grün' "${HOME}dir"
