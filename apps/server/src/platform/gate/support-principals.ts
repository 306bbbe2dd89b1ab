/**
 * Support that reads in a tenant for 15 minutes: to the gate it is an API key with the scope read, which then takes away
 * files, streams, the audit log and personal fields.
 */
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { changesSomething } from '#contracts/kit/endpoint.ts'
import type { Platform } from '../context.ts'
import { inTenant, type TenantTransaction } from '../db/tenant-db.ts'
import { forbidden } from '../errors.ts'
import { storedZone } from '../stored-zone.ts'
import type { Principal } from './principal.ts'
import type { TenantStatusRow } from './tenant-status.ts'
import type { TokenClaims } from './tokens.ts'

export const supportName = 'Wellkept support'

interface SupportRow extends TenantStatusRow {
  tenant_name: string
  time_zone: string
}

/** Where the organisation has switched it off, an open access ends too. */
export const supportAllowed = "coalesce((t.settings #>> '{privacy,supportAccess}')::boolean, true)"

const text = `select t.name as tenant_name, t.plan, t.state as tenant_state, t.state_message, t.trial_ends_at, t.time_zone
  from support_access a join tenant t on t.id = a.tenant_id
  where a.tenant_id = $1 and a.id = $2 and a.ended_at is null and a.until > $3 and t.state <> 'ERASED' and ${supportAllowed}`

/** A token of support names its access as person and session, since it is of no person here. */
export const isOfSupport = ({ userId, sessionId }: TokenClaims): boolean => userId === sessionId

export const loadSupport = async (
  run: TenantTransaction['run'],
  { tenantId, sessionId }: TokenClaims,
  now: Date,
): Promise<Principal | undefined> => {
  const [row] = await run<SupportRow>(text, [tenantId, sessionId, now])
  return (
    row && {
      actor: { kind: 'KEY', id: sessionId, name: supportName, scopes: ['read'] },
      tenant: {
        id: tenantId,
        name: row.tenant_name,
        plan: row.plan,
        timeZone: storedZone(row.time_zone),
      },
      readOnly: 'Support can only read',
      support: { accessId: sessionId },
    }
  )
}

/** @throws ServiceError FORBIDDEN for what support may not read, and for every change */
export const restrictSupport = (spec: Endpoint, { support }: Principal): void => {
  if (support && (changesSomething(spec) || spec.file || spec.stream || spec.withoutSupport))
    throw forbidden('Support can only read, without files and without the audit log')
}

const countText = 'update support_access set reads = reads + 1 where tenant_id = $1 and id = $2'

/** In the background; a failure is only logged. */
export const countSupportRead = ({ databases, log }: Platform, { support, tenant }: Principal): void => {
  if (!support) return
  inTenant(databases.app, tenant.id, 'write', (transaction) => {
    transaction.skipInvalidation()
    return transaction.run(countText, [tenant.id, support.accessId])
  }).catch((error: unknown) => log.warn({ err: error }, 'A read by support was not counted'))
}
