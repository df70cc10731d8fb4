#!/bin/bash
source "$(dirname "$0")/lib.sh"
NAME=world
launch claude ~/code/app --append-system-prompt "$(cat <<EOT
Hello $NAME
  indented \$5 "quotes" `echo x`
EOT
)" --model opus
