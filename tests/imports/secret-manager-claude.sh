#!/bin/bash
cd ~/code/app && exec op run --env-file=.env -- claude --model opus
