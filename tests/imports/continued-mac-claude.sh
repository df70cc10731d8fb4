#!/bin/bash
source "$(dirname "$0")/lib.sh"
assemble_modules "$HOME/code/app" \
  core-behavior.md \
  `# the voice` \
  profile-technical.md \
  profile-goals.md # the last one

launch \
  claude \
  "$HOME/code/app" \
  --permission-mode \
  plan
