#!/bin/bash
source "$(dirname "$0")/lib.sh"
readonly MODEL=opus
export MODEL
declare -x LEVEL=high
typeset -x L2=two
declare -xr L3=three


EFFORT=a; export EFFORT; EFFORT=b
A=1 B=2
export C=$A$B D="$A $B"
export "E=quoted" F'='x 
export {G,H}=1
launch claude ~/code/app
