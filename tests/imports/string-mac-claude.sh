#!/bin/bash
source "$(dirname "$0")/lib.sh"
FLAGS='--append-system-prompt "be brief" --model opus'
launch claude ~/code/app $FLAGS
