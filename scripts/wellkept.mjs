#!/usr/bin/env node
/** `npx wellkept`: the command line. */
import { runAll } from './bootstrap.mjs'

const args = process.argv.slice(2)

await runAll([
  // As with `npm start`: a fresh checkout has no pages yet.
  ...(args.length === 1 && args[0] === 'start' ? [{ script: 'scripts/build-if-needed.ts' }] : []),
  { script: 'apps/server/cli.ts', args },
])
