#!/usr/bin/env python3
def verdict():
    pass
