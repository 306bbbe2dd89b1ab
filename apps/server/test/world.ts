/** Builders: each creates its parents, in the database or over the API as the product does. */

import type { Plan, Role, Scope } from '#contracts/kit/vocabulary.ts'
import { maxLocationDepth } from '#contracts/places/locations.ts'
import {
  createTenant as createTenantRows,
  createUser,
  hashPassword,
  startSession,
} from '#server/modules/auth/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { inTenant } from '#server/platform/db/tenant-db.ts'
import { newId } from '#server/platform/ids.ts'
import type { TestServer } from './server.ts'

export interface TestPerson {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly token: string
  readonly refreshToken: string
}

export interface TestTenant {
  readonly id: string
  readonly admin: TestPerson
  readonly manager: TestPerson
  readonly technician: TestPerson
  /** adds a person */
  person(roles: readonly Role[], more?: { email?: string; password?: string }): Promise<TestPerson>
  /** runs in a transaction of the tenant, as the system */
  inside<T>(work: (ctx: TenantContext) => Promise<T>): Promise<T>
}

let count = 0

export const insideTenant = <T>(
  server: TestServer,
  tenantId: string,
  work: (ctx: TenantContext) => Promise<T>,
): Promise<T> =>
  inTenant(server.built.platform.databases.app, tenantId, 'write', (transaction) =>
    work({
      ...transaction,
      platform: server.built.platform,
      requestId: 'test',
      now: server.clock.now(),
      tenantId,
      actor: { kind: 'SYSTEM', id: 'test', name: 'Wellkept' },
    }),
  )

export const createTenant = async (
  server: TestServer,
  {
    plan = 'ENTERPRISE',
    timeZone = 'Europe/Berlin',
    digests = false,
  }: { plan?: Plan; timeZone?: string; digests?: boolean } = {},
): Promise<TestTenant> => {
  const id = newId(Date.now())
  const inside = <T>(work: (ctx: TenantContext) => Promise<T>): Promise<T> => insideTenant(server, id, work)
  await inside((ctx) =>
    createTenantRows(ctx, {
      name: `Tenant ${++count}`,
      slug: `tenant-${id}`,
      plan,
      timeZone,
      language: 'en',
    }),
  )
  // Without digests, which would be sent depending on the hour of the clock.
  if (!digests)
    await inside((ctx) =>
      ctx.run(
        'update tenant set settings = settings || \'{"notifications": {"digestHour": null}}\' where id = $1',
        [id],
      ),
    )
  const person: TestTenant['person'] = async (roles, more = {}) => {
    const email = more.email ?? `person-${++count}-${id.slice(-6)}@example.com`
    const name = `${roles[0]?.toLowerCase()} ${count}`
    const passwordHash = more.password ? await hashPassword(more.password) : null
    return inside(async (ctx) => {
      const userId = await createUser(ctx, {
        email,
        name,
        roles,
        state: 'ACTIVE',
        passwordHash,
        language: 'en',
        emailVerified: true,
      })
      const tokens = await startSession(ctx, { id: userId, roles }, 'Test', 'SSO')
      return { id: userId, email, name, token: tokens.accessToken, refreshToken: tokens.refreshToken }
    })
  }
  return {
    id,
    inside,
    person,
    admin: await person(['ADMIN']),
    manager: await person(['MANAGER']),
    technician: await person(['TECHNICIAN']),
  }
}

export interface TestPlace {
  readonly buildingId: string
  readonly amenityId: string
  readonly qrCode: string
}

/** Creates a building with one amenity and its code, over the API. */
export const createPlace = async (
  server: TestServer,
  tenant: TestTenant,
  { type = 'WASHROOM', name = 'Washroom 1' } = {},
): Promise<TestPlace> => {
  const building = await server.call<{ id: string }>('POST', '/api/admin/buildings', {
    token: tenant.admin.token,
    body: { name: 'Main building' },
  })
  const amenity = await server.call<{ id: string; qrCode: string }>('POST', '/api/admin/amenities', {
    token: tenant.admin.token,
    body: { name, buildingId: building.json.data.id, type },
  })
  if (amenity.status !== 201) throw new Error(`No amenity: ${amenity.text}`)
  return {
    buildingId: building.json.data.id,
    amenityId: amenity.json.data.id,
    qrCode: amenity.json.data.qrCode,
  }
}

/** Creates nested locations "Level 1" to "Level 6" and returns their ids from the top. */
export const createLevels = async (
  server: TestServer,
  tenant: TestTenant,
  buildingId: string,
): Promise<string[]> => {
  const ids: string[] = []
  for (let level = 1; level <= maxLocationDepth; level++) {
    const made = await server.call<{ id: string }>('POST', '/api/admin/locations', {
      token: tenant.admin.token,
      body: { buildingId, name: `Level ${level}`, kind: 'AREA', parentId: ids.at(-1) ?? null },
    })
    if (made.status !== 201) throw new Error(`No location: ${made.text}`)
    ids.push(made.json.data.id)
  }
  return ids
}

export interface TestKey {
  readonly id: string
  readonly name: string
  /** value of `X-API-Key` */
  readonly key: string
}

/** Creates an API key of the tenant, over the API. */
export const createKey = async (
  server: TestServer,
  tenant: TestTenant,
  ...scopes: Scope[]
): Promise<TestKey> => {
  const reply = await server.call<TestKey>('POST', '/api/admin/api-keys', {
    token: tenant.admin.token,
    body: { name: `Key for ${scopes.join(', ')}`, scopes },
  })
  if (reply.status !== 201) throw new Error(`No key: ${reply.text}`)
  const { id, name, key } = reply.json.data
  return { id, name, key }
}
