#!/bin/bash
source "$(dirname "$0")/lib.sh"
DIRS=()
for d in a b c; do
  DIRS+=(--add-dir "$HOME/$d")
done
while read -r line; do echo "$line"; done < "$HOME/list"
n=0
((n++))
launch claude ~/code/app "${DIRS[@]}" --verbose
