#!/bin/bash
source "$(dirname "$0")/lib.sh"
cd ~/code/app
nice -n 10 claude --model opus
command claude --model sonnet -- --not-an-option x --y
