#!/bin/bash
. "${0%/*}/lib.sh"
TARGET=$HOME/code/docs
cat > "$TARGET/NOTE.md" <<EOF
It's generated (
# not a comment
EOF
assemble_modules "$TARGET" core-behavior.md   # only the core
launch claude "$TARGET" --append-system-prompt "$(cat <<'P'
Be brief.
P
)"
