#!/usr/bin/env node
/**
 * `npm run guards`: removes each guard against hostile input once and expects its tests to fail. Numbers select
 * items.
 */
import { root, run } from './bootstrap.mjs'

process.chdir(root)
await run('scripts/prove-guards.ts', process.argv.slice(2))
