/** Principals of access tokens; roles are read from the database, not from the token. */

import type { Logger } from 'pino'
import type { Role } from '#contracts/kit/vocabulary.ts'
import { cacheBounded } from '../bounded-cache.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Keys } from '../crypto/keys.ts'
import { type Databases, inTenant, type TenantTransaction } from '../db/tenant-db.ts'
import { storedZone } from '../stored-zone.ts'
import { type KeyPrincipals, openKeyPrincipals } from './key-principals.ts'
import type { Principal } from './principal.ts'
import { wrongWaySql } from './sso-only.ts'
import { isOfSupport, loadSupport } from './support-principals.ts'
import { readOnlyReason, type TenantStatusRow, tenantStatusColumns } from './tenant-status.ts'
import { type TokenClaims, verifyToken } from './tokens.ts'

export interface Principals extends KeyPrincipals {
  /** Undefined if the access token is not or no longer valid. */
  ofBearer(token: string): Promise<Principal | undefined>
  /** The claims of a token that was accepted here; undefined for any other. */
  claimsOf(token: string): TokenClaims | undefined
  /** Usable sessions among these ids of a tenant; not cached. */
  ofSessions(run: Run, tenantId: string, ids: readonly string[]): Promise<ReadonlyMap<string, SessionState>>
  /** Drops cached people of a tenant, so that a change by this instance applies at once. */
  forget(tenantId: string): void
}

// A change by another instance applies within a second.
const rememberMs = 500
const maxRemembered = 10_000

interface SessionRow extends TenantStatusRow {
  session_id: string
  user_id: string
  name: string
  email: string
  roles: Role[]
  state: string
  building_ids: string[]
  operator_id: string | null
  company_id: string | null
  ended_at: Date | null
  unused_token: string | null
  lost_token: string | null
  wrong_way: boolean
  tenant_name: string
  time_zone: string
}

const select = `select s.id as session_id, s.user_id, u.name, u.email, u.roles, u.state, u.building_ids, o.id as operator_id, c.id as company_id, s.ended_at, s.unused_token, s.lost_token,
    ${wrongWaySql} as wrong_way,
    t.name as tenant_name, ${tenantStatusColumns}, t.time_zone
  from session s
  join app_user u on u.tenant_id = $1 and u.id = s.user_id and u.removed_at is null
  join tenant t on t.id = s.tenant_id
  left join operator o on o.tenant_id = $1 and o.user_id = u.id and o.state <> 'INACTIVE'
  left join company c on c.tenant_id = $1 and c.id = o.company_id and c.state = 'ACTIVE'`
const ofOne = `${select}
  where s.tenant_id = $1 and s.id = $2 and s.user_id = $3`
const ofMany = `${select}
  where s.tenant_id = $1 and s.id = any($2::uuid[])`

/** Runs a statement in the tenant's transaction. */
type Run = TenantTransaction['run']

/** State of a session; `lostToken` is a token that was given up and grants nothing. */
export interface SessionState {
  readonly principal: Principal
  readonly lostToken: string | null
}

/** The first use of a token pair: from then on the token that it replaced is invalid. */
export const countAsUsed = async (
  databases: Databases,
  { tenantId, sessionId, tokenId }: Pick<TokenClaims, 'tenantId' | 'sessionId' | 'tokenId'>,
): Promise<void> => {
  await inTenant(databases.app, tenantId, 'write', ({ run }) =>
    run(
      'update session set unused_token = null where tenant_id = $1 and id = $2 and unused_token = $3 and live_token = $3',
      [tenantId, sessionId, tokenId],
    ),
  )
}

export const openPrincipals = (
  keys: Keys,
  databases: Databases,
  config: Config,
  clock: Clock,
  log: Logger,
): Principals => {
  const verified = new Map<string, TokenClaims>()
  const live = new Map<
    string,
    { at: number; userId: string; tenantId: string; state: Promise<SessionState | undefined> }
  >()

  const sessionStateOf = (
    row: SessionRow | undefined,
    tenantId: string,
    now: Date,
  ): SessionState | undefined => {
    // guard: active-person
    if (row?.state !== 'ACTIVE' || row.ended_at || row.wrong_way || row.tenant_state === 'ERASED')
      return undefined
    const principal: Principal = {
      actor: {
        kind: 'USER',
        id: row.user_id,
        name: row.name,
        email: row.email,
        roles: row.roles,
        sessionId: row.session_id,
        buildingIds: row.building_ids,
        operatorId: row.operator_id,
        companyId: row.company_id,
      },
      tenant: { id: tenantId, name: row.tenant_name, plan: row.plan, timeZone: storedZone(row.time_zone) },
      readOnly: readOnlyReason(row, config, now),
    }
    return { principal, lostToken: row.lost_token }
  }

  const load = async (claims: TokenClaims, now: Date): Promise<SessionState | undefined> => {
    if (isOfSupport(claims)) {
      const principal = await inTenant(databases.app, claims.tenantId, 'read', ({ run }) =>
        loadSupport(run, claims, now),
      )
      return principal && { principal, lostToken: null }
    }
    const [row] = await inTenant(databases.app, claims.tenantId, 'read', ({ run }) =>
      run<SessionRow>(ofOne, [claims.tenantId, claims.sessionId, claims.userId]),
    )
    const state = sessionStateOf(row, claims.tenantId, now)
    if (state && row?.unused_token === claims.tokenId)
      await countAsUsed(databases, claims).catch((error: unknown) => {
        // While nothing can be written no token can be refreshed either; the next request tries again.
        log.warn({ err: error }, 'The use of a pair of tokens was not noted')
      })
    return state
  }

  return {
    ...openKeyPrincipals(databases, config, clock, log),
    ofBearer: async (token) => {
      const now = clock.now()
      let claims = verified.get(token)
      if (claims && claims.expires * 1000 <= now.getTime()) {
        verified.delete(token)
        return undefined
      }
      const isNew = claims === undefined
      if (!claims) {
        claims = await verifyToken(keys, 'access', token, now)
        if (!claims) return undefined
        cacheBounded(verified, token, claims, maxRemembered)
      }
      // A token that is new here is always loaded, since the cached state may be older than the token.
      const remembered = live.get(claims.sessionId)
      // Real time instead of the test clock, since changes by other instances happen in real time.
      const isFresh = !isNew && remembered !== undefined && performance.now() - remembered.at < rememberMs
      let entry = remembered
      if (!isFresh || remembered?.userId !== claims.userId || remembered.tenantId !== claims.tenantId) {
        const state = load(claims, now)
        const loading = { at: performance.now(), userId: claims.userId, tenantId: claims.tenantId, state }
        cacheBounded(live, claims.sessionId, loading, maxRemembered)
        state.catch(() => {
          if (live.get(claims.sessionId) === loading) live.delete(claims.sessionId)
        })
        entry = loading
      }
      const state = await entry?.state
      // guard: lost-pair
      if (state?.lostToken === claims.tokenId) return undefined
      return state?.principal
    },
    claimsOf: (token) => verified.get(token),
    ofSessions: async (run, tenantId, ids) => {
      const now = clock.now()
      const rows = await run<SessionRow>(ofMany, [tenantId, ids])
      return new Map(
        rows.flatMap((row) => {
          const state = sessionStateOf(row, tenantId, now)
          return state ? [[row.session_id, state] as const] : []
        }),
      )
    },
    forget: (tenantId) => {
      // guard: person-forgotten
      for (const [key, entry] of live) if (entry.tenantId === tenantId) live.delete(key)
    },
  }
}
