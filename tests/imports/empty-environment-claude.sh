#!/bin/bash
cd ~/code/app
exec env -i HOME="$HOME" PATH="$PATH" claude --x
