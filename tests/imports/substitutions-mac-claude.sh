#!/bin/bash
source "$(dirname "$0")/lib.sh"
TARGET=~/code/x
PROMPT=$(<"$HOME/prompt.txt")
TODAY=`date +%F`
launch claude "$TARGET" --append-system-prompt "$PROMPT" --name "notes-$TODAY" --settings <(echo '{}')
