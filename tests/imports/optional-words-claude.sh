#!/bin/bash
source "$(dirname "$0")/lib.sh"
FLAGS=()
MORE=(--a "b c")
V=yes
E=
launch claude ~/code/app ${FLAGS[@]+"${FLAGS[@]}"} ${V:+--n "x y" $V} ${MORE[@]+"${MORE[@]}"} "${V:+--v}" "${E:+--e}" ${E:+--e2} ${E+--e3} "${N0:-d}"
