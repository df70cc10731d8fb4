#!/bin/bash
############################################
# Says what it does
# and then does it.
#
############################################
source "$(dirname "$0")/lib.sh"   # shellcheck disable=SC1091
printf 'Starting %s\n' claude
echo -e "\033[1mhello\033[0m" >&2
clear
# the big one
launch claude ~/code/app   # go
