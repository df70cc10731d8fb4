#!/bin/bash
source "$(dirname "$0")/lib.sh"
TARGET=~/code/app
python3 -m http.server &
open -a "Visual Studio Code" "$TARGET"
alias c=claude
(cd "$TARGET" && claude --ide)
