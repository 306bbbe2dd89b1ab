/**
 * Principals of API keys. The tenant of a key never changes and is cached; whether the key works is read for each
 * request, and that it does not is cached for a minute.
 */

import type { Logger } from 'pino'
import type { Scope } from '#contracts/kit/vocabulary.ts'
import { cacheBounded } from '../bounded-cache.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { hashApiKey, isApiKey } from '../crypto/api-keys.ts'
import { kyselyOver } from '../db/named-dialect.ts'
import { type Databases, inTenant, type TenantTransaction } from '../db/tenant-db.ts'
import { storedZone } from '../stored-zone.ts'
import type { Principal } from './principal.ts'
import { readOnlyReason, type TenantStatusRow, tenantStatusColumns } from './tenant-status.ts'

export interface KeyPrincipals {
  /** Undefined if it is not a working key. A mistyped key is detected without a query. */
  ofKey(text: string): Promise<Principal | undefined>
  /** whether checking it needs a query of the directory: it has the form of a key and is not cached */
  looksUp(text: string): boolean
  /** Working keys among these ids of a tenant; not cached. */
  ofKeys(
    run: TenantTransaction['run'],
    tenantId: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, Principal>>
  /** Records the use of a key, at most once a minute, in the background; errors are only logged. */
  keyUsed(principal: Principal): void
}

interface KeyLocation {
  readonly tenantId: string
  readonly keyId: string
}

interface KeyRow extends TenantStatusRow {
  id: string
  name: string
  scopes: Scope[]
  tenant_name: string
  time_zone: string
}

const maxRemembered = 10_000
const noteEveryMs = 60_000
/** How long an unknown or revoked key is remembered; limited, since a restored backup may contain it. */
const refusedMs = 60_000

const columns = `k.id, k.name, k.scopes, t.name as tenant_name, ${tenantStatusColumns}, t.time_zone
  from api_key k join tenant t on t.id = k.tenant_id`
// Checks the hash again, so that a forged directory row grants nothing.
// guard: key-revoked
const select = `select ${columns}
  where k.tenant_id = $1 and k.id = $2 and k.hash = $3 and k.revoked_at is null`
const ofMany = `select ${columns}
  where k.tenant_id = $1 and k.id = any($2::uuid[]) and k.revoked_at is null`

const noteUse = `update api_key set last_used_at = $3
  where tenant_id = $1 and id = $2 and (last_used_at is null or last_used_at <= $4)`

const nameOf = (hash: Buffer): string => hash.toString('base64url')

export const openKeyPrincipals = (
  databases: Databases,
  config: Config,
  clock: Clock,
  log: Logger,
): KeyPrincipals => {
  const directory = kyselyOver(databases.app)
  const locations = new Map<string, KeyLocation>()
  const lastNoted = new Map<string, number>()
  /** keys that did not work, and when */
  const refused = new Map<string, number>()

  const isRefused = (name: string): boolean => {
    const at = refused.get(name)
    return at !== undefined && Math.abs(clock.now().getTime() - at) < refusedMs
  }

  const locate = async (hash: Buffer, name: string): Promise<KeyLocation | undefined> => {
    const known = locations.get(name)
    if (known) return known
    const row = await directory
      .selectFrom('api_key_directory')
      .select(['tenant_id', 'key_id'])
      .where('hash', '=', hash)
      .executeTakeFirst()
    if (!row) return undefined
    const location = { tenantId: row.tenant_id, keyId: row.key_id }
    cacheBounded(locations, name, location, maxRemembered)
    return location
  }

  const principalOf = (row: KeyRow | undefined, tenantId: string): Principal | undefined =>
    !row || row.tenant_state === 'ERASED'
      ? undefined
      : {
          actor: { kind: 'KEY', id: row.id, name: row.name, scopes: row.scopes },
          tenant: {
            id: tenantId,
            name: row.tenant_name,
            plan: row.plan,
            timeZone: storedZone(row.time_zone),
          },
          readOnly: readOnlyReason(row, config, clock.now()),
        }

  const principalIn = async (
    location: KeyLocation | undefined,
    hash: Buffer,
  ): Promise<Principal | undefined> => {
    if (!location) return undefined
    const { tenantId, keyId } = location
    const [row] = await inTenant(databases.app, tenantId, 'read', ({ run }) =>
      run<KeyRow>(select, [tenantId, keyId, hash]),
    )
    return principalOf(row, tenantId)
  }

  return {
    looksUp: (text) => {
      if (!isApiKey(text)) return false
      const name = nameOf(hashApiKey(text))
      return !locations.has(name) && !isRefused(name)
    },
    ofKey: async (text) => {
      if (!isApiKey(text)) return undefined
      const hash = hashApiKey(text)
      const name = nameOf(hash)
      if (isRefused(name)) return undefined
      const principal = await principalIn(await locate(hash, name), hash)
      if (!principal) {
        cacheBounded(refused, name, clock.now().getTime(), maxRemembered)
      }
      return principal
    },
    ofKeys: async (run, tenantId, ids) => {
      const rows = await run<KeyRow>(ofMany, [tenantId, ids])
      return new Map(
        rows.flatMap((row) => {
          const principal = principalOf(row, tenantId)
          return principal ? [[row.id, principal] as const] : []
        }),
      )
    },
    keyUsed: ({ actor, tenant }) => {
      const now = clock.now()
      const last = lastNoted.get(actor.id)
      if (last !== undefined && Math.abs(now.getTime() - last) < noteEveryMs) return
      cacheBounded(lastNoted, actor.id, now.getTime(), maxRemembered)
      const before = new Date(now.getTime() - noteEveryMs)
      inTenant(databases.app, tenant.id, 'write', ({ run }) =>
        run(noteUse, [tenant.id, actor.id, now, before]),
      ).catch((error: unknown) => {
        lastNoted.delete(actor.id)
        log.warn({ err: error, keyId: actor.id }, 'The last use of an API key was not stored')
      })
    },
  }
}
