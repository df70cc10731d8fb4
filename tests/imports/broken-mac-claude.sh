#!/bin/bash
# Something in the middle is not bash
source "$(dirname "$0")/lib.sh"
TARGET=~/code/app
if [[ -d "$TARGET" ]; then
  echo fine
) fi
assemble_modules "$TARGET" core-behavior.md
launch claude "$TARGET"
