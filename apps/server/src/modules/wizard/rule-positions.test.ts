/** Migration 0156 moves rules of earlier set-ups before the rule "any issue". */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import type { AlertRule } from '#contracts/alerts/rules.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { prepareWith } from '#server/platform/db/prepare.ts'
import { startTestServer } from '#test/server.ts'
import { openStage, type Stage } from './testing/wizard-stage.ts'

const server = await startTestServer({ worker: false, own: true })

const apply = async (stage: Stage, name: string): Promise<string[]> => {
  await stage.save('BUILDING', { name })
  await stage.save('ALERTS', { rules: ['LEAK_URGENT', 'USED_OFTEN'] })
  return (await stage.apply()).json.data.ids.alertRules
}
const rules = async ({ tenant }: Stage): Promise<AlertRule[]> =>
  (
    await server.call<AlertRule[]>('GET', '/api/admin/alert-rules?pageSize=100', {
      token: tenant.admin.token,
    })
  ).json.data

/** Positions as earlier versions left them: last, with a gap where a rule was deleted. */
const place = ({ tenant }: Stage, ids: readonly string[]): Promise<unknown> =>
  tenant.inside(({ run }) =>
    run(
      `update alert_rule r set position = (50 + o.place)::int
       from unnest($2::uuid[]) with ordinality as o (id, place) where r.tenant_id = $1 and r.id = o.id`,
      [tenant.id, ids],
    ),
  )

const migrateAgain = async (): Promise<void> => {
  const client = new pg.Client({ connectionString: server.database.url })
  await client.connect()
  await client.query("delete from schema_migration where name = '0156-places-of-rules.sql'")
  await client.end()
  assert.deepEqual(await prepareWith(server.database.url, migrate), ['0156-places-of-rules.sql'])
}

test('Rules of earlier set-ups move before the rule for any issue, and an order that somebody may have chosen stays', async () => {
  const [untouched, chosen] = [await openStage(server), await openStage(server)]
  const [first, second] = [await apply(untouched, 'Old house'), await apply(untouched, 'New house')]
  const byHand = await server.call<AlertRule>('POST', '/api/admin/alert-rules', {
    token: untouched.tenant.admin.token,
    body: { name: 'Own', trigger: { kind: 'ISSUE' }, action: { kind: 'TASK' } },
  })
  await place(untouched, [...first, byHand.json.data.id, ...second])
  const theirs = await apply(chosen, 'Their house')
  await place(chosen, theirs)
  const moved = await server.call('PATCH', `/api/admin/alert-rules/${theirs[0]}`, {
    token: chosen.tenant.admin.token,
    body: { position: 6 },
  })
  assert.equal(moved.status, 200, moved.text)
  await migrateAgain()
  const after = await rules(untouched)
  assert.deepEqual(
    after.map(({ position }) => position),
    after.map((_, index) => index),
  )
  const named = new Map(
    [...first, ...second].map((id, index) => [id, ['old leak', 'old use', 'new leak', 'new use'][index]]),
  )
  assert.deepEqual(
    after.map(({ id, builtIn, name }) => (builtIn ? 'built in' : (named.get(id) ?? name))),
    [
      'built in',
      'old leak',
      'new leak',
      ...Array.from({ length: 5 }, () => 'built in'),
      'old use',
      'Own',
      'new use',
    ],
  )
  assert.deepEqual(
    (await rules(chosen)).slice(6).map(({ id }) => id),
    theirs,
  )
})
