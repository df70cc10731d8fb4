#!/bin/bash
source "$(dirname "$0")/lib.sh"
git -C ~/code/app log --oneline | head -5
cd ~/code/app
time make
claude --print hi | tee "$HOME/log"
claude --model opus 2>/dev/null
