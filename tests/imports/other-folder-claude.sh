#!/bin/bash
source "$(dirname "$0")/lib.sh"
assemble_modules ~/code/one core-behavior.md
assemble_modules ~/code/two profile-goals.md
assemble_hooks ~/code/two
launch claude ~/code/two
launch codex ~/code/two
