#!/bin/bash
source "$(dirname "$0")/lib.sh"
mapfile -t MODS < <(ls modules)
read -r FIRST _ < /etc/hostname
assemble_modules ~/code/x "${MODS[@]}" core-behavior.md
launch claude ~/code/x --name "$FIRST"
