#!/usr/bin/env zsh
source ${0:A:h}/lib.sh
arr=(a b c)
F="--x y"
T=~/code/app
launch claude $T --first $arr[1] --all $arr --x ${arr[1]} $F "${arr[@]}"
