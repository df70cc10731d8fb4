#!/bin/bash
source "$(dirname "$0")/lib.sh"
A=(a b c)
IFS=,
X="${A[*]}"
Y=${A[*]}
Z="${A[@]}"
IFS=$' \n\t'
L="d e"
launch claude ~/code/app --x "$X" --y "$Y" --z "$Z" $L
