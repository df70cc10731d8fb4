#!/bin/bash
# Long prompts
source "$(dirname "$0")/lib.sh"
WHO="Sam"
launch claude ~/code/app --append-system-prompt "$(cat <<EOF
You work for $WHO, who isn't "easy".
  Cost: \$5
EOF
)" --agents "$(cat <<'J'
{ "a": "$WHO" }
J
)"
