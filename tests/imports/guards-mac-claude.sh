#!/bin/bash
# Stops when something is missing
source "$(dirname "$0")/lib.sh"
TARGET="$HOME/code/app"
die() { echo "error: $1" >&2; exit 1; }
command -v claude >/dev/null 2>&1 || { echo "claude is missing" >&2; exit 127; }
command -v jq >/dev/null || die "install jq"
[[ -d "$TARGET" ]] || die "no such folder"
if [ ! -d "$TARGET" ]; then
  echo "never here"
  exit 1
fi
[[ -f "$HOME/.token" ]] || exit 3
[ -d "$TARGET" ] && exit 4
launch claude "$TARGET"
