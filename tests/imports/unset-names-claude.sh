#!/bin/bash
cd "$HOME/code"
exec env -u DEBUG -u DEB=G -u "$NAME" -u 'QUOTED NAME' claude
