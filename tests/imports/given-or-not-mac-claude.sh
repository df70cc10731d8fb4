#!/bin/bash
source "$(dirname "$0")/lib.sh"
IFS=$'\n\t'
L="d e"
E=
launch claude ~/code/app $L "${E-def}" "${E:-def2}"
