#!/bin/bash
source "$(dirname "$0")/lib.sh"
IFS=,
L="a,b,c"
launch claude ~/code/app $L "$*"
