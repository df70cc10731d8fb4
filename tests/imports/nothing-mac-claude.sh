#!/bin/bash
# Assembles, and starts nothing
source "$(dirname "$0")/lib.sh"
assemble_modules ~/code/app core-behavior.md
