#!/usr/bin/env node
/** `npm run bench`: benchmarks on this machine; the table is written to bench/results.md. */
import { root, runAll } from './bootstrap.mjs'

process.chdir(root)
await runAll([
  { script: 'scripts/build-if-needed.ts' },
  { script: 'bench/run.ts', args: process.argv.slice(2) },
])
