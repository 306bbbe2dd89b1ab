/** From a token of a realm to who it stands for now. */

import type { Logger } from 'pino'
import { cacheBounded } from '../bounded-cache.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Keys } from '../crypto/keys.ts'
import { type Databases, inTenant } from '../db/tenant-db.ts'
import { storedZone } from '../stored-zone.ts'
import { countAsUsed } from './principals.ts'
import type { Realm, RealmPrincipal } from './realms.ts'
import { readOnlyReason, type TenantStatusRow, tenantStatusColumns } from './tenant-status.ts'
import { type RealmClaims, verifyRealmToken } from './tokens.ts'

// A change made by another instance is seen within a second.
const rememberMs = 500
const maxRemembered = 10_000

interface Row extends TenantStatusRow {
  ended_at: Date | null
  lost_token: string | null
  unused_token: string | null
  tenant_name: string
  time_zone: string
}

const sessionText = `select s.ended_at, s.lost_token, s.unused_token, t.name as tenant_name, ${tenantStatusColumns}, t.time_zone
  from session s join tenant t on t.id = s.tenant_id
  where s.tenant_id = $1 and s.id = $2 and s.kind = $3 and s.subject_id = $4`

export interface RealmPrincipals {
  /** Undefined: no, or no longer, a valid token of that realm. */
  ofBearer(realm: Realm, token: string): Promise<RealmPrincipal | undefined>
  /** Drops what is remembered of a tenant, so that a change made here counts at once here. */
  forget(tenantId: string): void
}

export const openRealmPrincipals = (
  keys: Keys,
  databases: Databases,
  config: Config,
  clock: Clock,
  log: Logger,
): RealmPrincipals => {
  const live = new Map<string, { at: number; tenantId: string; found: Promise<RealmPrincipal | undefined> }>()

  const load = async (
    realm: Realm,
    claims: RealmClaims & { tenantId: string },
  ): Promise<RealmPrincipal | undefined> => {
    const now = clock.now()
    const { tenantId, sessionId, subjectId, tokenId } = claims
    const read = await inTenant(databases.app, tenantId, 'read', async ({ run }) => {
      const [row] = await run<Row>(sessionText, [tenantId, sessionId, realm.session, subjectId])
      if (!row || row.ended_at || row.lost_token === tokenId || row.tenant_state === 'ERASED')
        return undefined
      const actor = await realm.load(run, claims, now)
      if (!actor) return undefined
      const tenant = {
        id: tenantId,
        name: row.tenant_name,
        plan: row.plan,
        timeZone: storedZone(row.time_zone),
      }
      return { row, principal: { actor, tenant, readOnly: readOnlyReason(row, config, now) } }
    })
    if (!read) return undefined
    if (read.row.unused_token === tokenId)
      await countAsUsed(databases, claims).catch((error: unknown) => {
        // While nothing can be written no token can be refreshed either; the next request tries again.
        log.warn({ err: error }, 'The use of a pair of tokens was not noted')
      })
    return read.principal
  }

  return {
    ofBearer: async (realm, token) => {
      const claims = await verifyRealmToken(keys, realm.token, token, clock.now())
      if (!claims || claims.tenantId === null) return undefined
      const key = `${realm.access}:${claims.sessionId}:${claims.tokenId}`
      const known = live.get(key)
      // Real time, not the clock of the product: this is about what another instance may have changed.
      if (known && performance.now() - known.at < rememberMs) return known.found
      const found = load(realm, { ...claims, tenantId: claims.tenantId })
      const loading = { at: performance.now(), tenantId: claims.tenantId, found }
      cacheBounded(live, key, loading, maxRemembered)
      found.catch(() => {
        if (live.get(key) === loading) live.delete(key)
      })
      return found
    },
    forget: (tenantId) => {
      for (const [key, entry] of live) if (entry.tenantId === tenantId) live.delete(key)
    },
  }
}
