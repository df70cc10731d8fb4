#!/usr/bin/env bash
# Sourced, and executable out of habit.
read_rules() { cat "$1" >/dev/null; exec "$(dirname "$0")"/deep.sh; }
