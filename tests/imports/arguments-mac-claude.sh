#!/bin/bash
source "$(dirname "$0")/lib.sh"
MODE=${1:-plan}
shift
launch claude ~/code/app "$@" --permission-mode "$MODE"
