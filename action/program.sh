#!/usr/bin/env bash
# The program of the action: `find` says which it is, or where it would be built and under which key that is kept; `build`
# builds it. Variables: INPUT_ASSEMBLY for the one, PROGRAM_ROOT for the other.
set -euo pipefail
source_folder=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

say() { printf '%s\n' "$*" >>"$GITHUB_OUTPUT"; }

digest() {
    if command -v sha256sum >/dev/null; then sha256sum; else shasum -a 256; fi | cut -d ' ' -f 1
}

find_program() {
    if [ -n "${INPUT_ASSEMBLY:-}" ]; then
        local program
        program=$(command -v -- "$INPUT_ASSEMBLY") || {
            printf '::error title=assembly::there is no program by the name that the input assembly gives\n'
            exit 2
        }
        # One line: more would be read as further outputs.
        case $program in
            *$'\n'*)
                printf '::error title=assembly::the input assembly has more than one line\n'
                exit 2
                ;;
        esac
        say "program=$program"
        return
    fi
    # Of all that it could be built from, so that a program that is kept is never an old one.
    local sources
    sources=$(
        cd "$source_folder"
        find . -type f -not -path './.git/*' -not -path './target/*' | LC_ALL=C sort | while IFS= read -r file; do
            printf '%s\n' "$file"
            cat "$file"
        done | digest
    )
    local root="$RUNNER_TEMP/assembly-program"
    say "root=$root"
    say "program=$root/bin/assembly"
    say "key=assembly-$(uname -s)-$(uname -m)-$sources"
}

case ${1:-} in
    find) find_program ;;
    build) cargo install --locked --path "$source_folder" --root "$PROGRAM_ROOT" ;;
    *)
        echo "usage: program.sh find|build" >&2
        exit 2
        ;;
esac
