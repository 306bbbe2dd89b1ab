#!/usr/bin/env node
/** `npm start`: builds the pages if they changed, then starts the service. */
import { root, runAll } from './bootstrap.mjs'

process.chdir(root)
await runAll([
  { script: 'scripts/build-if-needed.ts' },
  { script: 'apps/server/main.ts', args: process.argv.slice(2) },
])
