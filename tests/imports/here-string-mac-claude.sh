#!/bin/bash
source "$(dirname "$0")/lib.sh"
# comment with */ and /- "quotes" // and \ { } #true r#"x"#
read -r MODEL <<< "opus extra"
read -r A B <<<"one two three"
T=~/code/app # tail */ comment "x
launch claude "$T" --model "$MODEL" --a "$A" --b "$B" # end */
