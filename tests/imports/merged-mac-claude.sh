#!/bin/bash
source "$(dirname "$0")/lib.sh"
BASE=(core-behavior.md)
EXTRA=(profile-goals.md "profile-technical.md")
MODULES=("${BASE[@]}" "${EXTRA[@]}")
WORDS=(verbose debug)
TARGET="$HOME/code/My App/$USER"
assemble_modules "$TARGET" "${MODULES[@]}"
launch claude "$TARGET" "${WORDS[@]/#/--}"
