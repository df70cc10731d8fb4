#!/bin/bash
source "$(dirname "$0")/lib.sh"
T=~/code/app
export FOO=bar
unset FOO
export BAZ
BAZ=late
QUX=1

export PATH="$HOME/bin:$PATH"
QUX=2 launch claude "$T" --q "$QUX"
