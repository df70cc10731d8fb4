source "$(dirname "$0")/lib.sh"
TARGET=$HOME/'it'"'"'s here'/"a \"quoted\" \$5 {{x}} name"
assemble_modules "$TARGET" "core-behavior.md" 'profile-g'"oals".md
A=(one "two three" 'fo"ur')
A+=(five)
export X="a b" Y=$'q\tz' Z=~/x:~/y W="$HOME"/'~' V=${UNSET_THING:-"d e"}; P="${X} and ${Y}"; export P
B="${A[1]}"
launch claude "$TARGET" --append-system-prompt $'line one\nline "two"\\ \x41\u00e9' -p 'say {{ASSEMBLY_DIR}} and {{ x }} {{y}} $HOME' \
  "--path=~/x" a\$b "c;d|e&f" "" "tail\"" 'grün' "${HOME}dir" "${A[*]}" "$B" ~/z a~b x=~/y "${TARGET##*/}" "${TARGET%/*}" \
  "${B% *}" "${B#* }" "$(basename "$TARGET")" "$(dirname "$TARGET")" "$(echo "hi there")" "`pwd`" "\\" '\' "a\b" $X "$X" $"gettext" "$TARGET/sub"  --x="$TARGET" "-" "--" "!-x" "{a" 'b}' "x}" "${N:-{a}}" "${N:-}" ${N:-q}
