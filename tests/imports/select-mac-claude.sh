#!/bin/bash
source "$(dirname "$0")/lib.sh"
select TARGET in ~/code/a ~/code/b; do
  break
done
assemble_modules "$TARGET" core-behavior.md
launch claude "$TARGET"
