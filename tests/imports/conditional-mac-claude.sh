#!/bin/bash
source "$(dirname "$0")/lib.sh"
TARGET=~/code/app
MODULES=(core-behavior.md)
[[ -n "$FOCUS" ]] && MODULES+=("$FOCUS.md")
if [[ "$1" == resume ]]; then
  set -- --resume
fi
assemble_modules "$TARGET" "${MODULES[@]}" profile-goals.md
[ -t 1 ] && exec claude --interactive
launch claude "$TARGET" ${DEBUG:+--debug}
