source "$(dirname "$0")/lib.sh"
wrap() { nice "$@"; }
run() { "$@"; }
run launch claude ~/code/app --x "$@"
