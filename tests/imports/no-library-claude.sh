#!/bin/sh
# Straight into the site
cd "$HOME/code/site" || exit 1
touch "$HOME/marker"
exec claude --model opus --add-dir ../shared "$@"
