#!/bin/sh
# Reminds the agent, on each prompt, of the goal that comes first.
#
# Event: UserPromptSubmit. Argument: the markdown file with the goals (without one, modules/profile-goals.md of the hub
# this hook lies in). The goal is the first `###` heading under `## Active`, with the paragraph below it.
# Says nothing when there is no such file or no active goal. The prompt itself does not matter, so a call that is not
# JSON is no trouble: it is read to its end, because the CLI may be stopped by a pipe that nobody reads.

export LC_ALL=C
cat >/dev/null
goals=${1:-$(dirname -- "$0")/../modules/profile-goals.md}
[ -f "$goals" ] && [ -r "$goals" ] || exit 0

unwanted='\000-\010\013-\037\177'
# JSON is UTF-8: a file in another encoding gives its ASCII part.
iconv -f UTF-8 -t UTF-8 <"$goals" >/dev/null 2>&1 || unwanted=$unwanted'\200-\377'

# Control characters have no place in a JSON string; what is left to escape are backslashes and quotes.
tr -d "$unwanted" <"$goals" | tr '\t' ' ' | awk '
/^## /  { active = ($0 ~ /^## +Active *$/); next }
!active { next }
/^### / { if (title != "") exit; sub(/^### +/, ""); title = $0; next }
title == "" { next }
/^ *$/  { if (text != "") exit; next }
        { sub(/^ +/, ""); text = text " " $0; if (length(text) > 1000) exit }
function escape(text,    i, c, out) {
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        out = out (c == "\\" || c == "\"" ? "\\" c : c)
    }
    return out
}
END {
    if (title == "") exit
    context = "The goal that comes first: " title "." text " When this prompt leads away from it, say so in one sentence, then do what was asked."
    printf "{\"hookSpecificOutput\":{\"hookEventName\":\"UserPromptSubmit\",\"additionalContext\":\"%s\"}}\n", escape(context)
}'
exit 0
