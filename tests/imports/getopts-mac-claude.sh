#!/bin/bash
source "$(dirname "$0")/lib.sh"
MODEL=opus
while getopts "m:v" opt; do
  case $opt in
    m) MODEL=$OPTARG ;;
    v) VERBOSE=1 ;;
  esac
done
shift $((OPTIND - 1))
launch claude ~/code/app --model "$MODEL" ${VERBOSE:+--verbose} "$@"
