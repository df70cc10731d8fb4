#!/usr/bin/env bash
. "$(dirname "$0")/lib.sh"
read_rules "$(dirname "$0")/rules.json"
