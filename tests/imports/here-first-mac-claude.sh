#!/bin/bash
source "$(dirname "$0")/lib.sh"
cd ~/code/app
assemble_modules . core-behavior.md
ensure_gitignore "$PWD"
launch claude . --last
