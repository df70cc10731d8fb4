#!/bin/bash
source "$(dirname "$0")/lib.sh"
start() { export INNER=$LEVEL; launch "$@"; }
LEVEL=high CLAUDE_CONFIG_DIR=~/x start claude ~/code/app "--l=$LEVEL"
