#!/bin/bash
# Wherever I am
claude --permission-mode acceptEdits "$@"
