#!/bin/bash
source "$(dirname "$0")/lib.sh"
TARGET=~/code/x
trap 'rm -f "$HOME/lock"' EXIT
eval "$(direnv hook bash)"
touch "$HOME/marker"; date > "$HOME/stamp"
launch claude "$TARGET" --verbose
echo "bye"
