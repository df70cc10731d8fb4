#!/usr/bin/env python3
import os, sys
TARGET="/x"
os.chdir(os.path.expanduser("~/code/app"))
os.execvp("claude", ["claude"] + sys.argv[1:])
