#!/usr/bin/env node
/** `npx wellkept`: the command line. */
import { run } from './bootstrap.mjs'

await run('apps/server/cli.ts', process.argv.slice(2))
