#!/usr/bin/env -S fish -l
cd ~/code/app
claude --x
