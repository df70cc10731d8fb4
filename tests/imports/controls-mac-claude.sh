#!/bin/bash
# Odd characters.
export WORDS="one	two"
cd "${PROJECT:-$HOME/one
 two}"
exec claude --say $'a\tb' "x"
