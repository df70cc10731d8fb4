#!/bin/bash
source "$(dirname "$0")/lib.sh"
set -- one two three
shift
T=~/code/app
launch claude "$T" "$1" "$#" "$@" "${@:2}" "${*}" --d{1,2} {a..c} *.nomatch ~nobody "~" ~+ 
