import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCycles, findViolations } from './import-rules.ts'

const reasonsFor = (path: string, text: string): string[] =>
  findViolations([{ path, text }]).map(({ reason }) => reason)

test('The lint of import directions sees each planted violation', () => {
  const planted: [string, string][] = [
    ['packages/contracts/src/tasks.ts', "import pg from 'pg'"],
    ['packages/contracts/src/tasks.ts', "import { emit } from '#server/platform/events/emit.ts'"],
    ['packages/client/src/client.ts', "import { readFile } from 'node:fs/promises'"],
    ['apps/desk/src/app.tsx', "import { build } from '../../server/build.ts'"],
    ['apps/field/src/app.tsx', "import { x } from '../../desk/src/x.ts'"],
    ['apps/server/src/platform/db/pools.ts', "import { openTask } from '#server/modules/tasks/public.ts'"],
    ['apps/server/src/modules/alerts/rules.ts', "import { x } from '#server/modules/tasks/tally.ts'"],
    ['apps/server/src/modules/alerts/rules.ts', "import { x } from '../tasks/tally.ts'"],
    [
      'apps/server/src/modules/admin/users/invite-user.ts',
      "const x = await import('../../auth/sessions.ts')",
    ],
    ['apps/server/src/modules/tasks/get-task.ts', "import { renderRatePage } from '#visitor/server.tsx'"],
  ]
  for (const [path, text] of planted) assert.equal(reasonsFor(path, text).length, 1, `${path}: ${text}`)
})

test('What the architecture allows is no violation', () => {
  const allowed: [string, string][] = [
    [
      'packages/contracts/src/tasks.ts',
      "import { Type } from 'typebox'\nimport { Id } from '#contracts/kit/text.ts'",
    ],
    ['apps/server/src/modules/alerts/rules.ts', "import { openTask } from '#server/modules/tasks/public.ts'"],
    ['apps/server/src/modules/admin/users/member.ts', "import { x } from './present-member.ts'"],
    ['apps/server/build.ts', "import { routes } from './src/modules/tasks/routes.ts'"],
    ['apps/desk/src/app.tsx', "import { call } from '#client/client.ts'"],
  ]
  for (const [path, text] of allowed) assert.deepEqual(reasonsFor(path, text), [], `${path}: ${text}`)
})

test('Modules that import each other in a circle are named', () => {
  const files = [
    { path: 'apps/server/src/modules/a/x.ts', text: "import { y } from '#server/modules/b/public.ts'" },
    { path: 'apps/server/src/modules/b/public.ts', text: "import { z } from '#server/modules/a/public.ts'" },
  ]
  assert.deepEqual(findCycles(files), ['module a → module b → module a'])
})
