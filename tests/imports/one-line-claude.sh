#!/bin/bash
cd ~/code/app && exec claude --continue
