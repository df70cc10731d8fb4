#!/bin/bash
source "$(dirname "$0")/lib.sh"
N=model
MODEL=opus
declare -n ref=MODEL
ref=sonnet
declare -i I=1+2
declare -u UP=abc
declare -l LOW=ABC
launch claude ~/code/app --m "$MODEL" --i "$I" --u "$UP" --l "$LOW" --ind "${!N}" --len "${#MODEL}" --up "${MODEL^^}" --sub "${MODEL/o/0}" --s "${MODEL:1:2}"
