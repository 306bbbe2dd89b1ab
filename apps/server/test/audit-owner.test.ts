/**
 * The audit functions that run as the owner of the tables.
 * @external rights of functions depend on the server
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { migrate } from '#server/platform/db/migrate.ts'
import { prepareWith } from '#server/platform/db/prepare.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestDatabase } from './database.ts'

test('If the owner of the tables is not a superuser, the functions work for one tenant at a time', async () => {
  const name = `wk_owned_${process.pid}`
  const database = await createTestDatabase()
  const url = new URL(database.url)
  const root = new pg.Client({ connectionString: database.serverUrl })
  await root.connect()
  await root.query(`create role ${name} nosuperuser createrole`)
  try {
    for (const role of ['wellkept_app', 'wellkept_intake', 'wellkept_worker'])
      await root.query(`grant ${role} to ${name} with admin option`)
    await root.query(`create database ${name} owner ${name}`)
    url.pathname = `/${name}`
    url.searchParams.set('options', `-c role=${name}`)
    await prepareWith(url.href, migrate)
    // It gets no rights as a member of the request role either.
    await root.query(`alter role ${name} noinherit`)
    const app = new pg.Client({ connectionString: url.href })
    await app.connect()
    try {
      const [mine, theirs] = [newId(Date.now()), newId(Date.now())]
      await app.query('set role none')
      for (const id of [mine, theirs]) {
        await app.query(
          `insert into tenant (id, name, slug, plan, created_at) values ('${id}', 'T', '${id}', 'PRO', now());
           insert into audit_entry (tenant_id, id, at, actor_kind, actor_id, actor_name, action, request_id, fields, seq, hash)
           select '${id}', gen_random_uuid(), now() - (499 - n * 50) * interval '1 day', 'USER', 'x', 'x', 'a.b', 'r', '{}', n, '' from generate_series(1, 5) n returning 1`,
        )
      }
      await app.query(`set role wellkept_app; set app.tenant_id = '${mine}'`)
      const gone = await app.query('select seq from forget_audit_entries(now(), 100) order by seq')
      assert.deepEqual(
        gone.rows.map(({ seq }) => seq),
        [1],
      )
      const people = [newId(Date.now()), newId(Date.now())] as const
      const [left, stays] = people
      await app.query('set role none')
      for (const id of [mine, theirs])
        for (const person of people)
          await app.query(
            `insert into app_user (tenant_id, id, email, name, roles, state, created_at, removed_at)
             values ('${id}', '${person}', '${person}@x.example', 'Ada', '{ADMIN}', 'DISABLED', now(), ${person === left ? 'now()' : 'null'})`,
          )
      await app.query(
        `update audit_entry set actor_id = case when seq < 4 then '${left}' else '${stays}' end, actor_name = 'Ada'`,
      )
      await app.query(`set role wellkept_app; set app.tenant_id = '${mine}'`)
      const erased = []
      for (const person of people)
        erased.push((await app.query('select erase_audit_names($1) as n', [person])).rows[0].n)
      assert.deepEqual(erased.map(Number), [2, 0])
      await app.query('set role none')
      const named = await app.query("select count(*) filter (where actor_name = '') as n from audit_entry")
      assert.equal(Number(named.rows[0].n), 2)
      const { rows } = await app.query(
        'select tenant_id, count(*) as n from audit_entry group by 1 order by 1',
      )
      assert.deepEqual(
        rows,
        [mine, theirs].sort().map((id) => ({ tenant_id: id, n: id === mine ? 4 : 5 })),
      )
    } finally {
      await app.end()
    }
  } finally {
    await root.query(`drop database if exists ${name} with (force)`)
    await root.query(`drop owned by ${name}`)
    await root.query(`drop role ${name}`)
    await root.end()
    await database.drop()
  }
})
