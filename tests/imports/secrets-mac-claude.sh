#!/bin/bash
source "$(dirname "$0")/lib.sh"
source ~/.secrets
set -a
REGION=eu
set +a
ZONE=b
export PATH="$HOME/bin:$PATH" LEVEL=${LEVEL:-info}
export ZONE
export TMUX=
launch claude ~/code/app
