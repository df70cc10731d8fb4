#!/bin/bash
export NODE_OPTIONS="--max-old-space-size=4096"
cd "${PROJECT:-$HOME/code/ui}"
unset ANTHROPIC_API_KEY
exec env CODEX_HOME="$HOME/.codex-ui" -u DEBUG codex --full-auto
