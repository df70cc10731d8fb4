#!/bin/bash
# At the top of the repository
source "$(dirname "$0")/lib.sh"
ROOT="$(git rev-parse --show-toplevel)"
assemble_modules "$ROOT" core-behavior.md
launch claude "$ROOT" --add-dir "$ROOT/docs"
