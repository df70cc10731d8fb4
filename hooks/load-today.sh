#!/bin/sh
# Hands today's notes to the agent when a session starts.
#
# Event: SessionStart, matcher "startup" (a resumed session has them already). Argument: the folder with one markdown
# file a day, named like 2031-02-03.md. Says nothing when there is no note for today, and needs nothing of what the CLI
# sends, so it only reads that to its end.

export LC_ALL=C
cat >/dev/null
note="${1:-$HOME/notes}/$(date +%Y-%m-%d).md"
[ -f "$note" ] && [ -r "$note" ] && [ -s "$note" ] || exit 0
NOTE=$note
export NOTE

unwanted='\000-\010\013-\037\177'
# JSON is UTF-8: a file in another encoding gives its ASCII part.
iconv -f UTF-8 -t UTF-8 <"$note" >/dev/null 2>&1 || unwanted=$unwanted'\200-\377'

# The CLI cuts long context off, so this ends at a line and says where the rest is. Control characters have no place in
# a JSON string; what is left to escape are backslashes, quotes, tabs and line ends.
tr -d "$unwanted" <"$note" | awk '
function escape(text,    i, c, out) {
    gsub(/\t/, "    ", text)
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        out = out (c == "\\" || c == "\"" ? "\\" c : c)
    }
    return out
}
{
    size += length($0) + 1
    if (size > 8000) { text = text "\\n(the rest is in " escape(ENVIRON["NOTE"]) ")"; exit }
    text = text "\\n" escape($0)
    if ($0 ~ /[^ \t]/) filled = 1
}
END {
    if (!filled && size <= 8000) exit
    printf "{\"hookSpecificOutput\":{\"hookEventName\":\"SessionStart\",\"additionalContext\":\"Notes of today:%s\"}}\n", text
}'
exit 0
