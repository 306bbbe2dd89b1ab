/** A tenant with a record of each kind, and the example call of each endpoint on it. */

import assert from 'node:assert/strict'
import pg from 'pg'
import { endpoints } from '#contracts/all.ts'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import type { Example, World } from '#contracts/kit/example.ts'
import type { Plan } from '#contracts/kit/vocabulary.ts'
import {
  credentialOf,
  googleClaims,
  microsoftClaims,
  type TestProvider,
} from '#server/modules/auth/testing/test-provider.ts'
import { storeRoutingRule } from '#server/modules/routing/testing/routing-stage.ts'
import { type ActiveScout, storeScouting } from '#server/modules/scout/testing/scout-records.ts'
import { storeGrants } from '#server/modules/sharing/testing/store-grants.ts'
import { storeLink, waitingCode } from '#server/modules/sharing/testing/store-link.ts'
import { storeWorkspace } from '#server/modules/slack/app/testing/store-workspace.ts'
import { storeWebhook } from '#server/modules/webhooks/testing/store-webhook.ts'
import { activate } from '../company.ts'
import { fillArena, openArena } from '../fill-arena.ts'
import { targetOf } from '../matrix-calls.ts'
import { type CallOptions, type Reply, systemSecret, type TestServer } from '../server.ts'
import { signInSuperAdmin } from '../super-admin.ts'
import { createTenant, type TestPerson, type TestTenant } from '../world.ts'

export const password = 'a-lamp-under-the-stairs'

export interface Everything {
  readonly tenant: TestTenant
  /** tokens of the arena */
  readonly arena: { readonly player: string; readonly kiosk: string }
  /** a scout with a round under way */
  readonly scout: ActiveScout
  /** a scout who may be signed out */
  readonly leavingScout: ActiveScout
  /** a manager with a password */
  readonly signer: TestPerson
  /** a member who may be signed out */
  readonly leaver: TestPerson
  readonly records: World
  /** token of a super admin */
  readonly root: string
}

let count = 0
/** A unique text. */
export const unique = (word: string): string => `${word}-${++count}`

/** Makes the records that examples ask for by `made`, each by the example of the endpoint that creates it. */
const makeAsked = async (
  server: TestServer,
  tenant: TestTenant,
  records: World,
  { ids, missing }: { readonly ids: Map<string, string>; readonly missing: string[] },
): Promise<void> => {
  /** @returns its example, once everything that it names is there */
  const exampleOf = async (spec: Endpoint): Promise<Example> => {
    for (;;) {
      missing.length = 0
      const example = spec.example?.(records) ?? {}
      const [name] = missing
      if (name === undefined) return example
      const maker = endpoints.find((one) => one.name === name)
      assert.ok(maker, name)
      const { body } = await exampleOf(maker)
      const reply = await server.call<{ id: string }>(maker.method, maker.path, {
        token: tenant.admin.token,
        body,
      })
      assert.ok(reply.status < 300, `${maker.name}: ${reply.text}`)
      ids.set(maker.name, reply.json.data.id)
    }
  }
  const setPlan = async (plan: Plan): Promise<void> => {
    await tenant.inside(({ run }) => run('update tenant set plan = $2 where id = $1', [tenant.id, plan]))
    server.built.platform.tenantChanged(tenant.id)
  }
  // A tenant of a lower plan has such records from before.
  const [row] = await tenant.inside(({ run }) =>
    run<{ plan: Plan }>('select plan from tenant where id = $1', [tenant.id]),
  )
  await setPlan('ENTERPRISE')
  for (const spec of endpoints) await exampleOf(spec)
  if (row) await setPlan(row.plan)
}

/**
 * Creates a record of each kind over the API. `mark` is in every text; without a provider its tokens belong to
 * nobody.
 */
export const createEverything = async (
  server: TestServer,
  {
    plan = 'ENTERPRISE',
    mark = 'Marked',
    provider,
  }: { plan?: Plan; mark?: string; provider?: TestProvider } = {},
): Promise<Everything> => {
  const tenant = await createTenant(server, { plan })
  const make = async (target: string, body: unknown): Promise<Record<string, string>> => {
    const reply = await server.call<Record<string, string>>('POST', target, {
      token: tenant.admin.token,
      body,
    })
    assert.ok(reply.status < 300, `${target}: ${reply.text}`)
    return reply.json.data
  }
  const idOf = async (target: string, body: unknown): Promise<string> => (await make(target, body)).id ?? ''
  const buildingId = await idOf('/api/admin/buildings', { name: `${mark} house` })
  const locationId = await idOf('/api/admin/locations', { buildingId, name: `${mark} floor` })
  const amenityTypeId = await idOf('/api/admin/amenity-types', { name: mark, code: 'MARKED' })
  const amenity = await make('/api/admin/amenities', { name: `${mark} room`, buildingId, type: 'WASHROOM' })
  const amenityId = amenity.id ?? ''
  const stock = await make('/api/admin/qr-codes', { count: 1 })
  const [free] = stock.codes as unknown as { code: string }[]
  const statusItemId = await idOf(`/api/admin/amenities/${amenityId}/status-items`, { name: `${mark} taps` })
  const taskId = await idOf('/api/tasks', { title: `${mark} task`, amenityId })
  const otherTaskId = await idOf('/api/tasks', { title: `${mark} other task` })
  const alertRuleId = await idOf('/api/admin/alert-rules', {
    name: `${mark} rule`,
    trigger: { kind: 'ISSUE', safety: true },
    action: { kind: 'NOTICE', notify: ['MANAGER'] },
  })
  const scheduleId = await idOf('/api/admin/schedules', {
    name: `${mark} schedule`,
    rrule: 'FREQ=DAILY',
    startsAt: '2030-01-07T07:00',
    template: { title: `${mark} round`, amenityIds: [amenityId] },
  })
  // Created in the database, like one left over from a higher plan.
  const routingRuleId = await storeRoutingRule(tenant, `${mark} routing`)
  const feedback = await make('/api/feedback', {
    qrCode: amenity.qrCode,
    rating: 2,
    comment: `${mark} words`,
  })
  const invitedId = await idOf('/api/admin/users', {
    email: `invited-${++count}-${tenant.id.slice(-6)}@example.com`,
    name: `${mark} guest`,
    roles: ['TECHNICIAN'],
  })
  const apiKeyId = await idOf('/api/admin/api-keys', { name: `${mark} key`, scopes: ['read'] })
  const companyId = await idOf('/api/operator/companies', { name: `${mark} company` })
  await activate(tenant, companyId)
  const operatorId = await idOf('/api/operator/operators', { name: `${mark} operator`, companyId })
  const dataExportId = await idOf('/api/admin/data-export', {})
  const draft = async (step: string, data: unknown): Promise<void> => {
    const reply = await server.call('PUT', '/api/wizard/state', {
      token: tenant.admin.token,
      body: { step, data },
    })
    assert.equal(reply.status, 200, reply.text)
  }
  await draft('BUILDING', { name: `${mark} annex` })
  await draft('AMENITIES', { rows: [{ name: `${mark} tap`, floor: `${mark} attic`, type: 'WASHROOM' }] })
  const webhook = await tenant.inside((ctx) => storeWebhook(ctx, mark))
  const shareLinkId = await tenant.inside((ctx) => storeLink(ctx, `${mark} link`, 'DASHBOARD'))
  const screenLinkId = await tenant.inside((ctx) => storeLink(ctx, `${mark} wall`, 'SCREEN'))
  const mailingId = await idOf('/api/sharing/schedules', {
    name: `${mark} mailing`,
    recipients: [`reader-${++count}-${tenant.id.slice(-6)}@example.com`],
    rrule: 'FREQ=WEEKLY;BYDAY=MO',
    contents: ['OVERVIEW'],
  })
  const arena = await fillArena(tenant, `${mark} arena`)
  const arenaTokens = await openArena(server, tenant, arena)
  await tenant.inside((ctx) => storeWorkspace(ctx, mark))
  const partner = await createTenant(server)
  const grants = await storeGrants(partner, tenant, `${mark} partner`)
  const pairingCode = await waitingCode(server.built.platform)
  const signer = await tenant.person(['MANAGER'], { password })
  const { scout, leavingScout, ...scoutRecords } = await storeScouting(server, tenant, {
    buildingId,
    amenityId,
  })
  const asked = { ids: new Map<string, string>(), missing: [] as string[] }
  let marking = `${mark} `
  const records: World = {
    buildingId,
    locationId,
    amenityId,
    qrCode: amenity.qrCode ?? '',
    freeCode: free?.code ?? '',
    amenityTypeId,
    statusItemId,
    taskId,
    otherTaskId,
    alertRuleId,
    scheduleId,
    routingRuleId,
    feedbackId: feedback.id ?? '',
    trackingToken: feedback.trackingToken ?? '',
    userId: tenant.manager.id,
    invitedId,
    companyId,
    operatorId,
    apiKeyId,
    dataExportId,
    ...webhook,
    shareLinkId,
    screenLinkId,
    pairingCode,
    mailingId,
    ...grants,
    ...arena,
    technicianId: tenant.technician.id,
    scout: scoutRecords,
    jobName: 'limits',
    // Of which nothing else is asked, so that a super admin may suspend or close it.
    tenantId: partner.id,
    tenantSlug: `tenant-${partner.id}`,
    email: signer.email,
    password,
    refreshToken: signer.refreshToken,
    get googleCredential() {
      return provider ? credentialOf(provider, googleClaims()) : 'a.b.c'
    },
    get microsoftAccessToken() {
      return provider ? credentialOf(provider, microsoftClaims()) : 'a.b.c'
    },
    made: (maker) => {
      const id = asked.ids.get(maker.name)
      if (id === undefined) asked.missing.push(maker.name)
      return id ?? ''
    },
    fresh: (word) => unique(`${marking}${word}`),
  }
  await makeAsked(server, tenant, records, asked)
  marking = ''
  const leaver = await tenant.person(['TECHNICIAN'])
  const root = await signInSuperAdmin(server)
  return { tenant, arena: arenaTokens, signer, scout, leavingScout, leaver, records, root }
}

/** The contract's example on the records of this tenant. */
export const exampleFor = (spec: Endpoint, { records }: Everything): Example => spec.example?.(records) ?? {}

/** The path parameter of this endpoint. */
export const recordFor = (spec: Endpoint, world: Everything): string => {
  const [value] = Object.values(exampleFor(spec, world).params ?? {})
  assert.ok(value, `The example of ${spec.name} gives no parameter of the path`)
  return value
}

/** The path with its parameter and the required query. */
export const pathFor = (spec: Endpoint, world: Everything): string => targetOf(spec, exampleFor(spec, world))

/** The same, prepared for more query parameters. */
export const questionOf = (spec: Endpoint, world: Everything): string => {
  const path = pathFor(spec, world)
  return `${path}${path.includes('?') ? '&' : '?'}`
}

/** A valid body for this endpoint; undefined if it has none. */
export const bodyFor = (spec: Endpoint, world: Everything): unknown => exampleFor(spec, world).body

/** The caller: an administrator; for endpoints that end sessions somebody else. */
export const callerOf = ({ name }: Endpoint, { tenant, signer, leaver }: Everything): TestPerson => {
  if (name === 'logout') return leaver
  return name === 'changePassword' ? signer : tenant.admin
}

export const tokenFor = (spec: Endpoint, world: Everything): string | undefined => {
  switch (spec.access.kind) {
    case 'tenant':
      return callerOf(spec, world).token
    case 'superAdmin':
      return world.root
    case 'scout':
      return (spec.name === 'logoutScout' ? world.leavingScout : world.scout).accessToken
    case 'arena':
      return spec.name === 'getKioskBoard' ? world.arena.kiosk : world.arena.player
    default:
      return undefined
  }
}

/** Credentials of the call: those of a person, or the system secret. */
export const credentialsOf = (spec: Endpoint, world: Everything): CallOptions => ({
  token: tokenFor(spec, world),
  secret: spec.access.kind === 'system' ? systemSecret : undefined,
})

/** Calls the endpoint correctly; `more` overrides parts. */
export const callRightly = <T = unknown>(
  server: TestServer,
  spec: Endpoint,
  world: Everything,
  more: CallOptions = {},
): Promise<Reply<T>> =>
  server.call<T>(spec.method, pathFor(spec, world), {
    ...credentialsOf(spec, world),
    body: bodyFor(spec, world),
    ...more,
  })

/** All rows of a tenant as text with their table, including those that row security hides. */
export const rowsOf = async (server: TestServer, tenantId: string): Promise<string[]> => {
  const client = new pg.Client({ connectionString: server.database.url })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_name)
       where c.table_schema = 'public' and t.table_schema = 'public' and c.column_name = 'tenant_id' order by 1`,
    )
    const parts = tables.map(
      ({ name }) => `select '${name} ' || t::text as row from ${name} t where tenant_id = $1`,
    )
    const text = ["select 'tenant ' || t::text as row from tenant t where id = $1", ...parts].join(
      ' union all ',
    )
    return (await client.query<{ row: string }>(text, [tenantId])).rows.map(({ row }) => row).sort()
  } finally {
    await client.end()
  }
}
