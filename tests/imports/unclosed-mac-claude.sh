#!/bin/bash
# The end is missing
source "$(dirname "$0")/lib.sh"
assemble_modules ~/code/app core-behavior.md
launch claude ~/code/app --append-system-prompt "Be brief.
