#!/usr/bin/env node
/** `npm run bench`: measurements on this machine; the table goes to bench/results.md. */
import { root, runAll } from './bootstrap.mjs'

process.chdir(root)
await runAll([
  { script: 'scripts/build-if-needed.ts' },
  { script: 'bench/run.ts', args: process.argv.slice(2) },
])
