#!/usr/bin/env bash
# Reviews for the API, indented by tabs
set -euo pipefail

main() {
	local target="$HOME/work/api"
	local -a modules
	modules=(
		core-behavior.md	# how to behave
		# what the payments people agreed on
		payments-domain.md
		'team notes.md'
	)
	assemble_modules "$target" "${modules[@]}"
	assemble_hooks "$target" prompt-guard.sh
	ensure_gitignore "$target"
	launch claude "$target" --permission-mode plan "$@"
}

source "$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/lib.sh"
main "$@"
