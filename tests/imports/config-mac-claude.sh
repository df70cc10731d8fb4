#!/bin/bash
cd ~/code/app
CLAUDE_CONFIG_DIR=~/.claude-work claude --model opus "$@"
