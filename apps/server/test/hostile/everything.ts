/** A tenant with a record of each kind, and for each endpoint an input that is right. */
import assert from 'node:assert/strict'
import pg from 'pg'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import type { Plan } from '#contracts/kit/vocabulary.ts'
import {
  credentialOf,
  googleClaims,
  microsoftClaims,
  type TestProvider,
} from '#server/modules/auth/test-provider.ts'
import { sampleOf } from '../sample.ts'
import { type CallOptions, type Reply, systemSecret, type TestServer } from '../server.ts'
import { createTenant, type TestPerson, type TestTenant } from '../world.ts'

export const password = 'a-lamp-under-the-stairs'

export interface Records {
  readonly buildingId: string
  readonly locationId: string
  readonly amenityId: string
  readonly qrCode: string
  /** in stock, leading nowhere */
  readonly freeCode: string
  readonly typeId: string
  readonly itemId: string
  readonly taskId: string
  readonly otherTaskId: string
  readonly ruleId: string
  readonly feedbackId: string
  readonly trackingToken: string
  readonly userId: string
  readonly invitedId: string
  readonly keyId: string
  readonly exportId: string
  readonly jobName: string
}

export interface Everything {
  readonly tenant: TestTenant
  /** a manager with a password */
  readonly signer: TestPerson
  /** somebody who may sign out */
  readonly leaver: TestPerson
  readonly records: Records
  /** whose tokens the server takes; without it those of nobody are sent */
  readonly provider?: TestProvider
}

let count = 0
/** Words that nothing else holds. */
export const unique = (word: string): string => `${word} ${++count}`

/** Makes a record of each kind over the API. `mark` stands in every text. */
export const createEverything = async (
  server: TestServer,
  { plan = 'ENTERPRISE', mark = 'Marked' }: { plan?: Plan; mark?: string } = {},
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
  const typeId = await idOf('/api/admin/amenity-types', { name: mark, code: 'MARKED' })
  const amenity = await make('/api/admin/amenities', { name: `${mark} room`, buildingId, type: 'WASHROOM' })
  const amenityId = amenity.id ?? ''
  const stock = await make('/api/admin/qr-codes', { count: 1 })
  const [free] = stock.codes as unknown as { code: string }[]
  const itemId = await idOf(`/api/admin/amenities/${amenityId}/status-items`, { name: `${mark} taps` })
  const taskId = await idOf('/api/tasks', { title: `${mark} task`, amenityId })
  const otherTaskId = await idOf('/api/tasks', { title: `${mark} other task` })
  const ruleId = await idOf('/api/admin/alert-rules', {
    name: `${mark} rule`,
    trigger: { kind: 'ISSUE', safety: true },
    action: { kind: 'NOTICE', notify: ['MANAGER'] },
  })
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
  const keyId = await idOf('/api/admin/api-keys', { name: `${mark} key`, scopes: ['read'] })
  const exportId = await idOf('/api/admin/data-export', {})
  return {
    tenant,
    signer: await tenant.person(['MANAGER'], { password }),
    leaver: await tenant.person(['TECHNICIAN']),
    records: {
      buildingId,
      locationId,
      amenityId,
      qrCode: amenity.qrCode ?? '',
      freeCode: free?.code ?? '',
      typeId,
      itemId,
      taskId,
      otherTaskId,
      ruleId,
      feedbackId: feedback.id ?? '',
      trackingToken: feedback.trackingToken ?? '',
      userId: tenant.manager.id,
      invitedId,
      keyId,
      exportId,
      jobName: 'limits',
    },
  }
}

const pathRecords: readonly (readonly [string, keyof Records])[] = [
  ['/api/admin/users/:id/resend-invite', 'invitedId'],
  ['/api/admin/buildings/', 'buildingId'],
  ['/api/admin/locations/', 'locationId'],
  ['/api/admin/amenities/', 'amenityId'],
  ['/api/admin/amenity-types/', 'typeId'],
  ['/api/admin/status-items/', 'itemId'],
  ['/api/tasks/', 'taskId'],
  ['/api/admin/alert-rules/', 'ruleId'],
  ['/api/admin/users/', 'userId'],
  ['/api/admin/api-keys/', 'keyId'],
  ['/api/admin/data-export/', 'exportId'],
  ['/api/admin/feedback/', 'feedbackId'],
  ['/api/dashboard/feedback/', 'feedbackId'],
  ['/api/admin/qr-codes/', 'freeCode'],
  ['/api/feedback/amenity/', 'qrCode'],
  ['/api/status/', 'qrCode'],
  ['/api/feedback/track/', 'trackingToken'],
  ['/api/system/jobs/', 'jobName'],
]

/** What stands in the path of this endpoint. */
export const recordFor = (spec: Endpoint, { records }: Everything): string => {
  const found = pathRecords.find(([start]) => spec.path.startsWith(start))
  assert.ok(found, `everything.ts needs a record for ${spec.path}`)
  return records[found[1]]
}

/** The path with its parameter filled in. */
export const pathFor = (spec: Endpoint, world: Everything): string =>
  spec.params ? spec.path.replace(/:\w+/, recordFor(spec, world)) : spec.path

type MakeBody = (world: Everything) => unknown

const named = (): MakeBody => () => ({ name: unique('Name') })
const bodies: Readonly<Record<string, MakeBody>> = {
  login: ({ signer }) => ({ email: signer.email, password }),
  refresh: ({ signer }) => ({ refreshToken: signer.refreshToken }),
  register: () => ({
    organisation: unique('Organisation'),
    name: 'Ada',
    email: `ada-${++count}@example.com`,
    password,
  }),
  signInWithGoogle: ({ provider }) => ({
    credential: provider ? credentialOf(provider, googleClaims()) : 'a.b.c',
  }),
  signInWithMicrosoft: ({ provider }) => ({
    accessToken: provider ? credentialOf(provider, microsoftClaims()) : 'a.b.c',
  }),
  changePassword: () => ({ currentPassword: password, newPassword: 'seven green bottles on a wall' }),
  resetPassword: ({ signer }) => ({ email: signer.email }),
  submitFeedback: ({ records: { qrCode } }) => ({ qrCode, rating: 3 }),
  createUploadUrl: ({ records: { qrCode } }) => ({ qrCode, contentType: 'image/jpeg', size: 10 }),
  followUp: () => ({ message: 'Still wet' }),
  reportStatus: () => ({ comment: 'Broken' }),
  subscribeStatus: () => ({ email: `reader-${++count}@example.com` }),
  bulkTasks: ({ records: { taskId } }) => ({ ids: [taskId], priority: 'HIGH' }),
  updateTask: () => ({ title: unique('Title') }),
  setTaskStatus: () => ({ status: 'IN_PROGRESS' }),
  assignTask: ({ tenant }) => ({ userId: tenant.technician.id }),
  addTaskAttachment: () => ({ contentType: 'image/jpeg', size: 10 }),
  mergeTasks: ({ records: { otherTaskId } }) => ({ taskIds: [otherTaskId] }),
  createAlertRule: () => ({ name: unique('Rule'), trigger: { kind: 'ISSUE' }, action: { kind: 'TASK' } }),
  updateAlertRule: named(),
  createAmenity: ({ records: { buildingId } }) => ({ name: unique('Room'), buildingId }),
  updateAmenity: named(),
  bulkAmenities: ({ records: { amenityId } }) => ({
    update: { ids: [amenityId], changes: { notes: unique('Note') } },
  }),
  createAmenityType: named(),
  updateAmenityType: named(),
  createBuilding: named(),
  updateBuilding: named(),
  importBuildings: () => ({ csv: `building\n${unique('Imported')}\n` }),
  createLocation: ({ records: { buildingId } }) => ({ name: unique('Floor'), buildingId }),
  updateLocation: named(),
  moderateFeedback: () => ({ hidden: true, reason: 'Names a person' }),
  linkQrCode: () => ({ amenityId: null }),
  createStatusItem: named(),
  updateStatusItem: named(),
  setStatusItemState: () => ({ state: 'DEGRADED' }),
  updateSettings: () => ({ profile: { name: unique('Tenant') } }),
  inviteUser: () => ({ email: `new-${++count}@example.com`, name: 'New', roles: ['TECHNICIAN'] }),
  updateUser: named(),
  setMaintenance: () => ({ on: false }),
  createApiKey: () => ({ name: unique('Key'), scopes: ['read'] }),
  updateSso: () => ({ enabled: false, protocol: 'OIDC', defaultRoles: ['TECHNICIAN'] }),
}

/** A body that this endpoint takes; undefined where it takes none. */
export const bodyFor = (spec: Endpoint, world: Everything): unknown =>
  spec.body ? (bodies[spec.name]?.(world) ?? sampleOf(spec.body)) : undefined

/** Who may call it: an administrator; for what ends sessions somebody else. */
export const tokenFor = (spec: Endpoint, { tenant, signer, leaver }: Everything): string | undefined => {
  if (spec.access.kind !== 'tenant') return undefined
  if (spec.name === 'logout') return leaver.token
  return spec.name === 'changePassword' ? signer.token : tenant.admin.token
}

/** With which it is called: of a person, or the secret of whoever runs the service. */
export const credentialsOf = (spec: Endpoint, world: Everything): CallOptions => ({
  token: tokenFor(spec, world),
  secret: spec.access.kind === 'system' ? systemSecret : undefined,
})

/** Calls it as it should be called; `more` may say otherwise. */
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

/** All rows of a tenant as text, with their table: what row security would hide is in here as well. */
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
