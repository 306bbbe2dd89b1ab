import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findDeskCycles, findDeskViolations } from './desk-layers.ts'
import { findCycles, findViolations } from './import-rules.ts'
import { findForeignWrites, tablesIn } from './table-rules.ts'

const reasonsFor = (path: string, text: string): string[] =>
  findViolations([{ path, text }]).map(({ reason }) => reason)

test('The lint of import directions sees each planted violation', () => {
  const planted: [string, string][] = [
    ['packages/contracts/src/tasks.ts', "import pg from 'pg'"],
    ['packages/contracts/src/tasks.ts', "import { globSync } from 'node:fs'"],
    ['packages/contracts/src/tasks.ts', "import { emit } from '#server/platform/events/emit.ts'"],
    ['packages/client/src/client.ts', "import { readFile } from 'node:fs/promises'"],
    ['apps/desk/src/app.tsx', "import { build } from '../../server/build.ts'"],
    ['apps/technician/src/app.tsx', "import { x } from '../../desk/src/x.ts'"],
    ['apps/technician/src/app.tsx', "import { x } from '../../sign-in/src/onward.ts'"],
    ['apps/added-later/src/main.tsx', "import { x } from '../../technician/src/words.ts'"],
    ['apps/added-later/src/main.tsx', "import { readFile } from 'node:fs/promises'"],
    ['packages/pwa/src/worker-link.ts', "import { x } from '#field-kit/load.ts'"],
    ['apps/server/src/platform/db/pools.ts', "import { openTask } from '#server/modules/tasks/public.ts'"],
    ['apps/server/src/modules/alerts/rules.ts', "import { x } from '#server/modules/tasks/list/tally.ts'"],
    ['apps/server/src/modules/alerts/rules.ts', "import { x } from '../tasks/tally.ts'"],
    [
      'apps/server/src/modules/places/users/invite-user.ts',
      "const x = await import('../../auth/sessions.ts')",
    ],
    ['apps/server/src/modules/tasks/get-task.ts', "import { renderRatePage } from '#visitor/server.tsx'"],
    ['apps/server/src/modules/tasks/get-task.ts', "import { errors } from '#ui/errors.ts'"],
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
    ['apps/server/src/modules/places/users/member.ts', "import { x } from './present-member.ts'"],
    ['apps/server/build.ts', "import { routes } from './src/modules/tasks/routes.ts'"],
    ['apps/server/src/modules/dashboard/report/charts.ts', "import { x } from '#ui/charts/trend.ts'"],
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

const desk = (file: string, imported: string) => ({
  path: `apps/desk/src/${file}`,
  text: `import { x } from '${imported}'`,
})

test('Imports of the desk go down its layers', () => {
  const planted = [
    desk('lib/api.ts', '../parts/table.tsx'),
    desk('parts/table.tsx', '../form/fields.tsx'),
    desk('list/list-screen.tsx', '../shell/breadcrumb.tsx'),
    desk('shell/nav-tree.ts', '../screens.ts'),
    desk('shell/shell.tsx', '../tasks/assign.tsx'),
    desk('admin/qr/codes.tsx', '../../screens/places.ts'),
    desk('screens/work.ts', '../router.tsx'),
    desk('form/fields.tsx', '../list/views.tsx'),
    desk('tasks/task.tsx', '../feedback/search.ts'),
    {
      path: 'packages/desk-kit/src/charts/pareto.tsx',
      text: "import type { x } from '../../../../apps/desk/src/feedback/search.ts'",
    },
    {
      path: 'packages/desk-kit/src/list/views.tsx',
      text: "const x = await import('../../../../apps/desk/src/view-alerts/dialog.tsx')",
    },
  ]
  for (const file of planted) assert.equal(findDeskViolations([file]).length, 1, `${file.path}: ${file.text}`)
  const allowed = [
    desk('lib/api.ts', './search.ts'),
    desk('list/views.tsx', '../form/fields.tsx'),
    desk('shell/frame.tsx', '../parts/screen.tsx'),
    desk('today/today.tsx', '../first-use/first-use.tsx'),
    desk('admin/audit/audit-log.tsx', '../../tasks/change-text.ts'),
    desk('screens/work.ts', '../today/search.ts'),
    desk('router.tsx', './screens.ts'),
    desk('main.tsx', './router.tsx'),
  ]
  assert.deepEqual(findDeskViolations(allowed), [])
})

test('Folders of the desk that import each other in a circle are named', () => {
  const files = [
    desk('admin/qr/codes.tsx', '../team/team.tsx'),
    desk('admin/team/team.tsx', '../qr/messages/en.ts'),
  ]
  assert.deepEqual(findDeskCycles(files), ['admin/qr → admin/team → admin/qr'])
})

const tables = tablesIn('export interface DB {\n  task: Task\n  task_note: TaskNote\n  event: Event\n}\n')
const owned = {
  path: 'apps/server/src/modules/tasks/open.ts',
  text: "run('insert into task (id) values ($1)')",
}
const foreign = 'apps/server/src/modules/alerts/rules.ts'

test('A table that a second module writes is seen, however the statement is written', () => {
  const planted = [
    "run('insert into task (id) values ($1)')",
    "run(`with x as (select 1)\n  update task set title = 'x'`)",
    "run('update task t set title = $1 from x')",
    "run('update task as t\n set title = $1')",
    "run('delete from task where id = $1')",
    "run('merge into task using x on true')",
    "ctx.db.insertInto('task').values({})",
    "ctx.db\n  .updateTable('task')",
    "ctx.db.deleteFrom('task')",
    "export const tasks = resource({\n  table: 'task',",
  ]
  for (const text of planted) {
    const faults = findForeignWrites([owned, { path: foreign, text }], tables, [])
    assert.equal(faults.length, 1, text)
    assert.match(faults[0] ?? '', /^table task is written by module tasks and module alerts: /)
  }
})

test('A table that is written under no name is seen, and a guest that no longer comes', () => {
  const name = ['$', '{table}'].join('')
  for (const text of [
    `run(\`update ${name} set x = 1\`)`,
    `run(\`insert into ${name}\`)`,
    'ctx.db.updateTable(name)',
  ])
    assert.match(
      findForeignWrites([{ path: foreign, text }], tables, []).join(),
      /:1 {2}writes a table that is not named/,
    )
  const guest = { table: 'task', room: 'module alerts', reason: 'planted' }
  assert.match(
    findForeignWrites([owned], tables, [guest]).join(),
    /module alerts no longer writes table task/,
  )
})

test('Reading a table of another module, writing as a named guest and rows that are locked are no violation', () => {
  const guest = { table: 'task', room: 'module alerts', reason: 'planted' }
  const writing = { path: foreign, text: "ctx.db.updateTable('task')" }
  assert.deepEqual(findForeignWrites([owned, writing], tables, [guest]), [])
  for (const text of [
    "run('select id from task where id = $1 for update')",
    "run('insert into other values (1) on conflict (id) do update set task = 1')",
    '// what they delete from a task',
  ])
    assert.deepEqual(findForeignWrites([owned, { path: foreign, text }], tables, []), [], text)
  const helper = { path: 'apps/server/src/modules/alerts/rules.test.ts', text: writing.text }
  assert.deepEqual(findForeignWrites([owned, helper], tables, []), [])
})
