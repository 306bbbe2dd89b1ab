/** Lists during concurrent writes, in every order, and with search texts that look like patterns. */

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { storeRound } from '#server/modules/scout/testing/scout-stage.ts'
import { insertDeliveries } from '#server/modules/webhooks/record-deliveries.ts'
import { systemClock } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { handlers } from '../../build.ts'
import { startFakeSlack } from '../fake-slack.ts'
import { startFakeStripe } from '../fake-stripe.ts'
import { startTestServer, systemSecret } from '../server.ts'
import { createEverything, credentialsOf, type Everything, questionOf, unique } from './everything.ts'
import type { Schema } from './leaves.ts'

const stripe = await startFakeStripe(systemClock)
const slack = await startFakeSlack()
const server = await startTestServer({ worker: false, env: { ...stripe.env, ...slack.env } })
const lists = handlers.map(({ spec }) => spec).filter(({ list }) => list)

let world: Everything

const post = async (target: string, body: unknown): Promise<string> => {
  const reply = await server.call<{ id: string }>('POST', target, { token: world.tenant.admin.token, body })
  assert.ok(reply.status < 300, `${target}: ${reply.text}`)
  return reply.json.data.id
}
const remove = (target: string) =>
  server
    .call('DELETE', target, { token: world.tenant.admin.token })
    .then(({ status }) => assert.equal(status, 200))

const switchFlag = async (): Promise<void> => {
  const reply = await server.call('PUT', '/api/super-admin/flags/MCP', { token: world.root, body: {} })
  assert.equal(reply.status, 200, reply.text)
}

/** Adds a row to a list and removes one. */
const churn: Readonly<Record<string, () => Promise<unknown>>> = {
  listBuildings: async () =>
    remove(`/api/admin/buildings/${await post('/api/admin/buildings', { name: unique('B') })}`),
  listAmenities: async () => {
    const { buildingId } = world.records
    return remove(
      `/api/admin/amenities/${await post('/api/admin/amenities', { name: unique('A'), buildingId })}`,
    )
  },
  listAmenityTypes: async () =>
    remove(`/api/admin/amenity-types/${await post('/api/admin/amenity-types', { name: unique('T') })}`),
  listAlertRules: async () => {
    const body = { name: unique('R'), trigger: { kind: 'ISSUE' }, action: { kind: 'TASK' } }
    return remove(`/api/admin/alert-rules/${await post('/api/admin/alert-rules', body)}`)
  },
  listSchedules: async () => {
    const body = {
      name: unique('S'),
      rrule: 'FREQ=DAILY',
      startsAt: '2030-01-07T07:00',
      template: { title: 'T' },
    }
    return remove(`/api/admin/schedules/${await post('/api/admin/schedules', body)}`)
  },
  listRoutingRules: async () => {
    const body = { name: unique('R'), when: {}, then: { priority: 'HIGH' } }
    return remove(`/api/admin/routing-rules/${await post('/api/admin/routing-rules', body)}`)
  },
  listSlaPolicies: async () =>
    remove(`/api/admin/sla-policies/${await post('/api/admin/sla-policies', { name: unique('P') })}`),
  listEscalationRules: async () => {
    const body = { name: unique('E'), level: { clock: 'DUE', atPercent: 999 }, then: { notify: ['ADMIN'] } }
    return remove(`/api/admin/escalation-rules/${await post('/api/admin/escalation-rules', body)}`)
  },
  listUsers: async () => {
    const body = { email: `${unique('u').replace(' ', '')}@example.com`, name: 'U', roles: ['TECHNICIAN'] }
    return remove(`/api/admin/users/${await post('/api/admin/users', body)}`)
  },
  listApiKeys: async () =>
    remove(
      `/api/admin/api-keys/${await post('/api/admin/api-keys', { name: unique('K'), scopes: ['read'] })}`,
    ),
  listWebhooks: async () => {
    const body = { url: 'https://hooks.example.com/a', events: ['webhook.test'] }
    return remove(`/api/admin/webhooks/${await post('/api/admin/webhooks', body)}`)
  },
  // Logs only grow.
  listWebhookDeliveries: () =>
    world.tenant.inside(async (ctx) => {
      const [id, eventId] = [newId(ctx.now.getTime()), newId(ctx.now.getTime())]
      const event = { id: eventId, at: ctx.now, type: 'webhook.test', subjectId: null }
      await insertDeliveries(ctx, [{ id, webhookId: world.records.webhookId, event }])
    }),
  listTasks: async () => remove(`/api/tasks/${await post('/api/tasks', { title: unique('T') })}`),
  listSlaBreaches: async () => remove(`/api/tasks/${await post('/api/tasks', { title: unique('T') })}`),
  listTeamPerformance: async () => {
    const body = { title: unique('T'), assignee: { userId: world.tenant.technician.id } }
    return remove(`/api/tasks/${await post('/api/tasks', body)}`)
  },
  listQrCodes: () => post('/api/admin/qr-codes', { count: 1 }),
  listTaskNotes: () => post(`/api/tasks/${world.records.taskId}/notes`, { text: unique('N') }),
  getTaskHistory: () => post(`/api/tasks/${world.records.taskId}/notes`, { text: unique('N') }),
  // These are never deleted.
  listCompanies: () => post('/api/operator/companies', { name: unique('C') }),
  listOperators: () => post('/api/operator/operators', { name: unique('O') }),
  matchOperators: () => post('/api/operator/operators', { name: unique('O') }),
  listAuditLog: () => post('/api/admin/buildings', { name: unique('B') }),
  // The number of jobs is fixed; only their state changes.
  listJobs: () => server.call('POST', '/api/system/jobs/limits/run', { secret: systemSecret }),
  listFeedbackTopics: () =>
    post('/api/feedback', { qrCode: world.records.qrCode, comment: 'Wet', rating: 2 }),
  listRecentFeedback: () => post('/api/feedback', { qrCode: world.records.qrCode, rating: 2 }),
  listFeedbackTrends: () => post('/api/feedback', { qrCode: world.records.qrCode, rating: 2 }),
  listFeedbackIssues: () => post('/api/feedback', { qrCode: world.records.qrCode, issues: ['LEAK'] }),
  listAmenityPerformance: () => churn.listAmenities?.() ?? Promise.resolve(),
  listShareLinks: async () => {
    const body = { kind: 'DASHBOARD', name: unique('L') }
    return remove(`/api/sharing/links/${await post('/api/sharing/links', body)}`)
  },
  // Logs only grow.
  listShareAccess: () =>
    world.tenant.inside((ctx) =>
      ctx.run(
        `insert into share_access (tenant_id, id, link_id, at, kind) values ($1, $2, $3, $4, 'OPENED')`,
        [ctx.tenantId, newId(ctx.now.getTime()), world.records.shareLinkId, ctx.now],
      ),
    ),
  listMailings: async () => {
    const recipients = ['owner@example.com']
    const body = { name: unique('M'), recipients, rrule: 'FREQ=WEEKLY', contents: ['OVERVIEW'] }
    return remove(`/api/sharing/schedules/${await post('/api/sharing/schedules', body)}`)
  },
  listGrants: async () => {
    const body = { slug: unique('partner').replace(' ', '-').toLowerCase(), measures: ['RATINGS'] }
    return remove(`/api/sharing/grants/${await post('/api/sharing/grants', body)}`)
  },
  listTenants: async () => {
    const body = { name: unique('T'), admin: { email: `${unique('first')}@example.com`, name: 'Ada' } }
    const reply = await server.call('POST', '/api/super-admin/tenants', { token: world.root, body })
    assert.equal(reply.status, 201, reply.text)
  },
  // The flags are part of the program; only what is switched changes.
  listFlags: switchFlag,
  listPlatformAudit: switchFlag,
  // Templates and plans are part of the program, and invoices are at the payment provider.
  listWizardTemplates: () => Promise.resolve(),
  listPlans: () => Promise.resolve(),
  listInvoices: () => Promise.resolve(),
  listScouts: () =>
    post('/api/admin/scouts', { name: unique('S'), scope: { buildingIds: [world.records.buildingId] } }),
  listInspectionTemplates: async () => {
    const questions = [{ text: 'The floor is clean', kind: 'YES_NO' }]
    const body = { name: unique('C'), sections: [{ title: 'Floor', questions }] }
    return remove(`/api/admin/inspection-templates/${await post('/api/admin/inspection-templates', body)}`)
  },
  // Rounds are never deleted.
  listRounds: () => {
    const { buildingId, amenityId, scout } = world.records
    const round = { buildingId, amenityIds: [amenityId], templateId: scout.templateId, scoutId: null }
    return storeRound(world.tenant, round)
  },
  compareBuildings: () => churn.listBuildings?.() ?? Promise.resolve(),
}
const giveKudos = (): Promise<unknown> =>
  world.tenant.inside((ctx) =>
    ctx.run(
      `insert into arena_kudos (tenant_id, id, from_id, to_id, reason, at)
       select $1, $2, from_id, to_id, 'KIND', $3 from arena_kudos where tenant_id = $1 limit 1 returning 1`,
      [ctx.tenantId, newId(ctx.now.getTime()), ctx.now],
    ),
  )

const churnFor = (spec: Endpoint): (() => Promise<unknown>) => {
  if (spec.access.kind === 'arena') return giveKudos
  const found = spec.access.kind === 'scout' ? churn.listRounds : churn[spec.name]
  assert.ok(found, `paging.test.ts needs a way to change ${spec.path}`)
  return found
}

before(async () => {
  world = await createEverything(server)
  const { tenant, records } = world
  // Rows of the same time, which only the tie-break keeps in order.
  await tenant.inside(async (ctx) => {
    const ids = Array.from({ length: 12 }, () => newId(ctx.now.getTime()))
    const same = (text: string, values: readonly unknown[]) =>
      ctx.run(text, [ctx.tenantId, ids, ctx.now, ...values])
    await same(
      "insert into building (tenant_id, id, name, time_zone, created_at) select $1, id, 'Same', 'UTC', $3 from unnest($2::uuid[]) id",
      [],
    )
    await same(
      "insert into amenity (tenant_id, id, building_id, name, type, created_at) select $1, id, $4, 'Same', 'WASHROOM', $3 from unnest($2::uuid[]) id",
      [records.buildingId],
    )
    await same(
      "insert into feedback (tenant_id, id, amenity_id, building_id, rating, source, created_at) select $1, id, $4, $5, 3, 's', $3 from unnest($2::uuid[]) id",
      [records.amenityId, records.buildingId],
    )
    await same(
      "insert into company (tenant_id, id, name, kind, created_at, updated_at) select $1, id, 'Same', 'PROVIDER', $3, $3 from unnest($2::uuid[]) id",
      [],
    )
    await same(
      "insert into operator (tenant_id, id, name, created_at, updated_at) select $1, id, 'Same', $3, $3 from unnest($2::uuid[]) id",
      [],
    )
    await same(
      `insert into webhook (tenant_id, id, url, events, secret, enabled_at, created_at, updated_at)
       select $1, id, 'https://localhost/same', '{webhook.test}', 'x', $3, $3, $3 from unnest($2::uuid[]) id returning 1`,
      [],
    )
    await same(
      `insert into webhook_delivery (tenant_id, id, webhook_id, event_id, type, event_at, state, created_at)
       select $1, id, $4, id, 'webhook.test', $3, 'FAILED', $3 from unnest($2::uuid[]) id returning 1`,
      [records.webhookId],
    )
    await same(
      "insert into task_note (tenant_id, id, task_id, text, author_kind, author_id, author_name, created_at) select $1, id, $4, 'Same', 'USER', $5, 'x', $3 from unnest($2::uuid[]) id",
      [records.taskId, tenant.admin.id],
    )
  })
  for (let index = 0; index < 12; index++) {
    await post('/api/tasks', { title: 'Same' })
    await post('/api/admin/api-keys', { name: 'Same', scopes: ['read'] })
  }
  await tenant.inside(async ({ run }) => {
    const values = [tenant.id, server.clock.now()]
    await run('update task set created_at = $2, updated_at = $2 where tenant_id = $1', values)
    await run('update api_key set created_at = $2 where tenant_id = $1', values)
  })
})

const idOf = (item: unknown): string => {
  const row = item as {
    id?: string
    key?: string
    code?: string
    plan?: string
    name?: string
    kind?: string
    word?: string
    operator?: { id: string }
    player?: { id: string }
    building?: { id: string }
    team?: { name: string }
  }
  // A cron job and a subscriber may have the same name.
  const { operator, id, key, code, plan, kind, name, word, player, building, team } = row
  const within = operator?.id ?? player?.id ?? team?.name
  return within ?? id ?? code ?? key ?? plan ?? building?.id ?? `${kind ?? ''} ${name ?? word ?? ''}`
}

for (const spec of lists) {
  const properties = (spec.query as Schema | undefined)?.properties ?? {}
  const orders = (properties.sort?.enum ?? []) as string[]
  const ask = (search: string) =>
    server.call<unknown[]>('GET', `${questionOf(spec, world)}${search}`, credentialsOf(spec, world))

  test(`${spec.method} ${spec.path} returns each row once over all pages, in every order, with equal values`, async () => {
    for (const order of ['', ...orders]) {
      const sort = order ? `&sort=${order}` : ''
      const whole = await ask(`pageSize=100${sort}`)
      assert.equal(whole.status, 200, whole.text)
      const expected = whole.json.data.map(idOf)
      for (let page = 2; page <= whole.json.totalPages; page++)
        expected.push(...(await ask(`pageSize=100&page=${page}${sort}`)).json.data.map(idOf))
      assert.equal(new Set(expected).size, whole.json.total)
      const paged: string[] = []
      // Some five pages, since a list of many rows has many orders.
      const size = Math.max(7, Math.ceil(whole.json.total / 4) - 1)
      for (let page = 1; page <= Math.ceil(whole.json.total / size); page++)
        paged.push(...(await ask(`pageSize=${size}&page=${page}${sort}`)).json.data.map(idOf))
      assert.deepEqual(paged, expected, order)
    }
  })

  test(`${spec.method} ${spec.path} pages correctly while rows are added and removed`, async () => {
    const change = churnFor(spec)
    const replies = await Promise.all([
      ...Array.from({ length: 12 }, (_, index) => ask(`pageSize=3&page=${(index % 4) + 1}`)),
      change(),
      change(),
      change(),
    ])
    for (const reply of replies.slice(0, 12) as Awaited<ReturnType<typeof ask>>[]) {
      assert.equal(reply.status, 200, reply.text)
      assert.ok(reply.json.data.length <= 3)
      assert.equal(new Set(reply.json.data.map(idOf)).size, reply.json.data.length)
      assert.ok(reply.json.total >= reply.json.data.length)
    }
  })
}

// The state of OAuth is no search: it opens nothing unless it is whole.
const texts = handlers
  .filter(({ spec }) => spec.access.kind !== 'slackOauth')
  .flatMap(({ spec }) =>
    Object.entries((spec.query as Schema | undefined)?.properties ?? {})
      .filter(([, schema]) => schema['x-text'] === 'line')
      .map(([name]) => ({ spec, name })),
  )

for (const { spec, name } of texts) {
  test(`${spec.method} ${spec.path} takes \`${name}\` literally: characters of patterns and of SQL match only themselves`, async () => {
    const ask = (text: string) =>
      server.call<unknown>(
        'GET',
        `${questionOf(spec, world)}${name}=${encodeURIComponent(text)}`,
        credentialsOf(spec, world),
      )
    for (const text of [
      '%',
      '_',
      '\\',
      '%%%',
      'S_me',
      'Sa%e',
      '\\%',
      "x' or '1'='1",
      "'; drop table task; --",
      '$1',
      '*',
      ':*',
      "')",
      '\\x00',
    ]) {
      const reply = await ask(text)
      assert.ok(reply.status === 200 || reply.status === 404, `${text}: ${reply.text.slice(0, 200)}`)
      // With kudos stand the people whom the text finds.
      const { people, data = [] } = (reply.json ?? {}) as { people?: unknown[]; data?: unknown[] }
      for (const item of spec.list ? (people ?? data) : [])
        assert.ok(
          Object.values(item as object).some((value) => String(value).includes(text)),
          JSON.stringify(item),
        )
    }
    assert.equal((await ask('x'.repeat(10_000))).json.code, 'VALIDATION_ERROR')
  })
}
