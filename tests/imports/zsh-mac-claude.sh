#!/bin/zsh
# From a zsh person
setopt extendedglob
HERE="${0:A:h}"
source "$HERE/lib.sh"
typeset -a mods
mods=(core-behavior.md profile-technical.md)
for f in ${(f)"$(print -l $HERE/*.md(N))"}; do
  mods+=($f:t)
done
assemble_modules ~/code/zsh "${mods[@]}"
launch claude ~/code/zsh
