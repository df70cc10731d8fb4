#!/bin/bash
source "$(dirname "$0")/lib.sh"
T=~/code/app/
launch claude "$T" --t "$(basename "$T")" --d "$(dirname "$T")" --e "$(dirname foo)" --f "$(basename ~/code/app/x.sh/ .sh)" --g "$(dirname foo/bar/)"
