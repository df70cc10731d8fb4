#!/bin/bash
# Functions all the way down
source "$(dirname "$0")/lib.sh"
flags() { FLAGS+=("$@"); }
setup() {
  local where=$1 what
  shift
  what="$*"
  assemble_modules "$where" "$@"
  ensure_gitignore "$where"
  flags --name "$what"
}
FLAGS=(--verbose)
setup ~/code/fn core-behavior.md profile-goals.md
flags --model opus
again() { again; }
again
launch claude ~/code/fn "${FLAGS[@]}"
