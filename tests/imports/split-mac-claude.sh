#!/bin/bash
source "$(dirname "$0")/lib.sh"
FLAGS="--model opus  --verbose"
MODULES="core-behavior.md profile-goals.md"
assemble_modules ~/code/app $MODULES
launch claude ~/code/app $FLAGS --tools "$MODULES" $EXTRA "${UNSET[@]}"
