#!/bin/bash
cd ~/code/app
nice -n 5 claude --model opus "$@"
