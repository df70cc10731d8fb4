#!/bin/sh
# Stands in for an agent: shows what was assembled in the folder it is started in.

instructions=CLAUDE.local.md
settings=.claude/settings.local.json
skills=.claude/skills

# Keeps the whole thing on one screen: at most thirty lines.
first_lines() {
    awk -v most="$1" '
        NR <= most { print "  " $0 }
        END { if (NR > most) print "  and " NR - most " more"; if (NR == 0) print "  none" }'
}

if [ -f "$instructions" ]; then
    echo "Instructions: $instructions, $(($(wc -c <"$instructions"))) bytes, joined from"
    grep '^# ' "$instructions" | first_lines 6
else
    echo "Instructions: none, $instructions is not there"
fi

# The file is written by a program, one value a line: an event opens a list, the scripts below it are its hooks.
echo "Hooks: $settings"
if [ -f "$settings" ]; then
    awk '
        /^    "[A-Za-z]+": \[/ { split($0, part, "\""); event = part[2] }
        match($0, /[^\/" \047]+\.(sh|py)/) { print event ": " substr($0, RSTART, RLENGTH) }
    ' "$settings"
fi | first_lines 4

echo "Skills: $skills"
for skill in "$skills"/*; do
    if [ -L "$skill" ]; then
        echo "${skill##*/} -> $(readlink "$skill")"
    elif [ -d "$skill" ]; then
        echo "${skill##*/}"
    fi
done | first_lines 3

echo "Arguments: $#"
for word in "$@"; do
    printf '%s\n' "$word"
done | first_lines 3

echo "Environment"
env | grep -E '^(ASSEMBLY|DEMO)_' | sort | first_lines 4
