#!/usr/bin/env bash
# Checks a hub, and compares what it does to every launcher with what it did at the base. The difference goes to the job's
# summary, and its file to the outputs. Ends as the check ends.
#
# Variables: PROGRAM, INPUT_HUB, INPUT_BASE, INPUT_DENY_WARNINGS, EVENT_BASE, and those that GitHub sets. All of them, and
# every file of the hub, can be from somebody who means harm: nothing is evaluated, nothing of the hub is run, and what
# could be read as a command to the runner is kept from it.
set -euo pipefail

hub=${INPUT_HUB:-.}
deny_warnings=${INPUT_DENY_WARNINGS:-false}
scratch=$(mktemp -d "${RUNNER_TEMP:-${TMPDIR:-/tmp}}/assembly.XXXXXX")
base_tree=$scratch/base
difference=$scratch/difference.md
log=$scratch/log

# The repository is the one that the hub lies in.
repository() { git -C "$hub" "$@"; }

trap 'repository worktree remove --force "$base_tree" >/dev/null 2>&1 || true' EXIT

# Runs a command whose words must not be taken for commands to the runner.
unheard() {
    local word code=0
    "$@" >"$scratch/said" 2>&1 || code=$?
    if [ -s "$scratch/said" ]; then
        word=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
        printf '::stop-commands::%s\n' "$word"
        cat "$scratch/said"
        printf '\n::%s::\n' "$word"
    fi
    return "$code"
}

tell() { printf '::%s title=assembly::%s\n' "$1" "$2"; }

# The commit that the change begins at; nothing when there is none.
find_base() {
    local parents
    if [ -n "${INPUT_BASE:-}" ]; then
        printf '%s\n' "$INPUT_BASE"
        return
    fi
    # A pull request is checked out merged into its base as that is now, which the event may not know yet. The parents are
    # written in the commit, also where the history was not fetched.
    case ${GITHUB_EVENT_NAME:-} in
        pull_request*)
            parents=$(repository cat-file commit HEAD | sed -n -e '/^$/q' -e 's/^parent //p')
            if [ "$(printf '%s\n' "$parents" | wc -l)" -eq 2 ]; then
                printf '%s\n' "${parents%%$'\n'*}"
                return
            fi
            ;;
    esac
    # A branch that is new was nothing before.
    case ${EVENT_BASE:-} in
        *[!0]*) printf '%s\n' "$EVENT_BASE" ;;
    esac
}

# Lays the base out beside the workspace; fetches it if it was not.
lay_base_out() {
    local commit
    if ! commit=$(repository rev-parse --verify --quiet --end-of-options "$1^{commit}"); then
        unheard repository fetch --quiet --no-tags --depth=1 -- origin "$1" || return 1
        commit=$(repository rev-parse --verify --quiet "FETCH_HEAD^{commit}") || return 1
    fi
    unheard repository worktree add --quiet --force --detach "$base_tree" "$commit"
}

# The hub's folder seen from the root of the repository.
hub_in_repository() {
    local root inside
    root=$(repository rev-parse --show-toplevel) || return 1
    inside=$(cd -- "$hub" && pwd -P) || return 1
    case $inside/ in
        "$root"/*) printf '.%s\n' "${inside#"$root"}" ;;
        *) return 1 ;;
    esac
}

check_hub() {
    local -a options=()
    if [ "$deny_warnings" = true ]; then options=(--deny-warnings); fi
    "$PROGRAM" check --portable --format github --hub="$hub" ${options[@]+"${options[@]}"}
}

# Writes the difference; fails when there is nothing to compare.
compare_with_base() {
    local base inside old=$scratch/base.json
    base=$(find_base)
    if [ -z "$base" ]; then
        tell notice "there is no commit to compare the hub with"
        return 1
    fi
    if ! inside=$(hub_in_repository); then
        tell warning "the hub lies outside of the repository, so there is nothing to compare it with"
        return 1
    fi
    if ! lay_base_out "$base"; then
        tell warning "the commit to compare the hub with is not here and cannot be fetched"
        return 1
    fi
    if [ ! -e "$base_tree/$inside/launchers.kdl" ]; then
        # Every launcher is new.
        printf '{"format": "assembly.plan/1", "launchers": []}\n' >"$old"
    elif ! "$PROGRAM" plan --portable --stat --hub="$base_tree/$inside" --save "$old" >"$log" 2>&1; then
        tell notice "not every launcher could be planned as it was at the base"
        unheard cat "$log"
    fi
    if [ ! -s "$old" ]; then
        tell warning "the hub as it was at the base cannot be planned"
        return 1
    fi
    if ! "$PROGRAM" plan --portable --hub="$hub" --against "$old" --format markdown >"$difference" 2>"$log"; then
        printf '\nNot every launcher could be planned; the check says why.\n' >>"$difference"
        unheard cat "$log"
    fi
}

code=0
check_hub || code=$?
# More than 1 is no finding, but a hub that could not be looked at.
if [ "$code" -le 1 ] && compare_with_base; then
    if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then cat "$difference" >>"$GITHUB_STEP_SUMMARY"; fi
    if [ -n "${GITHUB_OUTPUT:-}" ]; then printf 'difference=%s\n' "$difference" >>"$GITHUB_OUTPUT"; fi
fi
exit "$code"
