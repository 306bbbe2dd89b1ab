/** Who follows, and whether they still may: asked for all of a tenant at once. */
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import type { TenantTransaction } from '../db/tenant-db.ts'
import { ServiceError } from '../errors.ts'
import { authorize } from '../gate/authorize.ts'
import type { Principal } from '../gate/principal.ts'
import type { Principals } from '../gate/principals.ts'

export interface Caller {
  readonly spec: Endpoint
  readonly principal: Principal
  /** of a person; a key has none */
  readonly token: { readonly id: string; readonly expires: number } | undefined
}

const mayStill = (spec: Endpoint, principal: Principal | undefined): boolean => {
  if (!principal) return false
  try {
    authorize(spec, principal)
    return true
  } catch (error) {
    if (error instanceof ServiceError) return false
    throw error
  }
}

/** Whether their token is over; `now` in milliseconds. */
export const isExpired = ({ token }: Caller, now: number): boolean =>
  token !== undefined && token.expires * 1000 <= now

/** @returns tells of each caller of the tenant whether they are let in as of now */
export const readStanding = async (
  principals: Principals,
  run: TenantTransaction['run'],
  tenantId: string,
  callers: readonly Caller[],
): Promise<(caller: Caller) => boolean> => {
  const sessionIds = new Set<string>()
  const keyIds = new Set<string>()
  for (const { principal } of callers) {
    if (principal.actor.kind === 'USER') sessionIds.add(principal.actor.sessionId)
    else keyIds.add(principal.actor.id)
  }
  const sessions =
    sessionIds.size > 0 ? await principals.ofSessions(run, tenantId, [...sessionIds]) : undefined
  const keys = keyIds.size > 0 ? await principals.ofKeys(run, tenantId, [...keyIds]) : undefined
  return ({ spec, principal: { actor }, token }) => {
    if (actor.kind === 'KEY') return mayStill(spec, keys?.get(actor.id))
    const standing = sessions?.get(actor.sessionId)
    return standing?.lostToken !== token?.id && mayStill(spec, standing?.principal)
  }
}
