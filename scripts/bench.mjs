#!/usr/bin/env node
/** `npm run bench`: measurements on this machine; the table goes to bench/results.md. */
import { root, run } from './bootstrap.mjs'

process.chdir(root)
await run('bench/run.ts', process.argv.slice(2))
