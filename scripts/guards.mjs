#!/usr/bin/env node
/** `npm run guards`: takes each guard against hostile input out once and sees its tests fail. Numbers choose items. */
import { root, run } from './bootstrap.mjs'

process.chdir(root)
await run('scripts/prove-guards.ts', process.argv.slice(2))
