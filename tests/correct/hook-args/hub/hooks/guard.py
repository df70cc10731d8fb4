#!/usr/bin/env python3
import sys
sys.stdin.read()
