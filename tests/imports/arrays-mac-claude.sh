#!/bin/bash
source "$(dirname "$0")/lib.sh"
declare -r TARGET="$HOME/code/app"
declare -A colours=([a]=b)
BASE=(core-behavior.md profile-goals.md)
ALL=("${BASE[@]}" "x-${BASE[0]}" "${BASE[1]%.md}-long.md")
ALL[3]=late.md
assemble_modules "$TARGET" "${ALL[@]}" "${#ALL[@]}.md"
launch claude "$TARGET" --title "${BASE[*]}" --tail "${TARGET##*/}" --first "$BASE"
