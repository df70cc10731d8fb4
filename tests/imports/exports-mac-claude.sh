set -euo pipefail
source "$(dirname "$0")/lib.sh"
X=old
export X=new Y="$X"
set -a; K=1; set +a
export LIST="a:b"; LIST+=":c"
local_test() { declare Q=in; export Q; }
local_test
unset K
M=${M:-core-behavior.md}
case_args=(--flag="${M%.md}" "${LIST//:/,}")
cd ~/code/site/../site
GREETING="hi $(basename "$PWD")"
claude "$GREETING" "$PWD" "${PWD%/*}"
