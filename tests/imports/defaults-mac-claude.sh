#!/bin/bash
source "$(dirname "$0")/lib.sh"
: "${MODEL:=opus}"
: "${NOTES:=$HOME/notes}"
: "${TARGET:?set TARGET}"
launch "${CLI:-claude}" "$TARGET" --model "$MODEL" --add-dir "$NOTES/today" --add-dir "${EXTRA-/srv/extra}"
