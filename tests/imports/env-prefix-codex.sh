#!/bin/bash
export NODE_OPTIONS="--max-old-space-size=4096"
cd "${PROJECT:-$HOME/code/ui}"
unset ANTHROPIC_API_KEY
exec env -u DEBUG CODEX_HOME="$HOME/.codex-ui" codex --full-auto
