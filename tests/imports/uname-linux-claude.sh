#!/usr/bin/env bash
source "$(dirname "$(readlink -f "$0")")/lib.sh"
case "$(uname)" in
  Darwin) CODE="$HOME/Code" ;;
  *) CODE="$HOME/code" ;;
esac
TARGET="$CODE/tools"
assemble_modules "$TARGET" core-behavior.md
launch claude "$TARGET" --add-dir "$CODE/shared"
