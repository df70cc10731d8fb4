#!/usr/bin/env python3
import sys
from verdicts import verdict
sys.stdin.read()
verdict()
