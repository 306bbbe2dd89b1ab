#!/usr/bin/env node
/**
 * `npm test`: all checks; `npm run test:long`: many rounds. Arguments after `--` select test files by a part of
 * their path.
 */
import { root, run } from './bootstrap.mjs'

process.chdir(root)
await run('scripts/test-run.ts', process.argv.slice(2))
