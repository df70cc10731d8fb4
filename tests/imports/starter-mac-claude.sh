#!/bin/bash
source "$(dirname "$0")/lib.sh"
start() {
  local -a args
  args=(--model opus)
  local -r extra="$1"
  local dir=$2; shift 2
  [[ -n "$extra" ]] && args+=(--append-system-prompt "$extra")
  launch claude "$dir" "${args[@]}" "$@"
}
start "be brief" ~/code/app "$@"
