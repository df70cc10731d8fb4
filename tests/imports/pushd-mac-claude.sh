#!/bin/bash
pushd ~/code/app >/dev/null
if ! command -v claude >/dev/null; then
  echo "install claude" >&2
  exit 1
fi
set -- "$@" --model opus
set -- --verbose "$@"
claude "$@"
popd
