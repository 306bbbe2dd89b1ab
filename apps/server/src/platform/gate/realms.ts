/** Realms: sessions of callers that are no staff, and who they stand for now (decision 0083). */
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import type { RealmActor, TenantInfo } from '../context.ts'
import type { TenantTransaction } from '../db/tenant-db.ts'
import type { SessionKind } from '../sessions.ts'
import type { RealmClaims, TokenKindName } from './tokens.ts'

type Run = TenantTransaction['run']

/** Who calls, in which tenant. */
export interface RealmPrincipal {
  readonly actor: RealmActor
  readonly tenant: TenantInfo
  /** why nobody but visitors may write now, or undefined */
  readonly readOnly: string | undefined
}

/** What a module says of its realm, in its manifest. */
export interface Realm {
  readonly access: 'scout' | 'arena'
  readonly token: Exclude<TokenKindName, 'access' | 'refresh' | 'super_admin'>
  readonly session: SessionKind
  /** Who the subject of a live session is now; undefined where it may not go on. Asked twice a second at most. */
  readonly load: (
    run: Run,
    claims: RealmClaims & { readonly tenantId: string },
    now: Date,
  ) => Promise<RealmActor | undefined>
  /** @throws ServiceError FORBIDDEN where this caller may not call that */
  readonly authorize?: (spec: Endpoint, principal: RealmPrincipal) => void
}
