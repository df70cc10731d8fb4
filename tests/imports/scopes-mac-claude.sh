source "$(dirname "$0")/lib.sh"
f() { local X=in; g "$@"; echo "$X" >/dev/null; }
g() { R+=("$X:$1:${2:-none}:$#"); shift; R+=("$*"); }
X=out; R=()
f a b; g c
( X=sub; cd / )
set -- --one "$X"
launch claude ~/code/site "${R[@]}" "$@"
