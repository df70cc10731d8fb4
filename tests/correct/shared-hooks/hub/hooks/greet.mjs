#!/usr/bin/env node
process.stdin.resume()
