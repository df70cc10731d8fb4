#!/usr/bin/env bash
# Shows the difference as one comment of the pull request: the first time that there is one a new comment, then always the
# same. Where the token may not comment, as in a pull request from a fork, the summary of the job has to do.
#
# Variables: DIFFERENCE, INPUT_HUB, EVENT_NUMBER, GITHUB_REPOSITORY, and GH_TOKEN, which `gh` reads itself.
set -euo pipefail

case ${EVENT_NUMBER:-} in
    '' | *[!0-9]*)
        echo 'not a pull request' >&2
        exit 2
        ;;
esac

# Invisible, and one a hub. A name cannot end it.
hub=${INPUT_HUB:-.}
marker="<!-- assembly: ${hub//[^A-Za-z0-9._\/]/_} -->"
body=$(mktemp)
trap 'rm -f "$body"' EXIT

comments=repos/$GITHUB_REPOSITORY/issues/$EVENT_NUMBER/comments

# Somebody else's comment with the same first line is not taken for ours.
known() {
    gh api --paginate "$comments?per_page=100" |
        jq --raw-output --slurp --arg marker "$marker" \
            '[.[][] | select(.user.type == "Bot" and (.body | startswith($marker))) | .id] | first // empty'
}

say_it() {
    local id
    { printf '%s\n' "$marker" && cat "$DIFFERENCE"; } | jq --raw-input --slurp '{body: .}' >"$body" || return 1
    id=$(known) || return 1
    if [ -n "$id" ]; then
        gh api --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$id" --input "$body" --silent
    elif [ "$(head -n 1 "$DIFFERENCE")" != '### assembly: no launcher differs' ]; then
        gh api --method POST "$comments" --input "$body" --silent
    fi
}

if ! say_it; then
    printf '::notice title=assembly::%s\n' \
        'the difference is in the summary of the job; to show it as a comment, the job needs the permission pull-requests: write'
fi
