/** Callers of live streams, and whether they still have access; checked for all callers of a tenant at once. */
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import type { LiveEvent } from '#contracts/live.ts'
import type { TenantContext } from '../context.ts'
import { ServiceError } from '../errors.ts'
import { authorize } from '../gate/authorize.ts'
import type { Principal } from '../gate/principal.ts'
import type { Principals } from '../gate/principals.ts'

/** A stream viewer: a caller without an account, admitted by a module. */
export interface StreamViewer {
  readonly tenantId: string
  /** what admits them, e.g. a share link; viewers of one subject share its stream limit */
  readonly subject: string
  /** end of access, milliseconds */
  readonly expires: number
  /** the bytes to send for an event; undefined: nothing */
  readonly encode: (event: LiveEvent) => Uint8Array | undefined
  /** runs in the transaction of each poll, to read what `encode` needs; its result is sent before the events */
  readonly renew?: (ctx: TenantContext) => Promise<Uint8Array | undefined>
  /** which of these subjects grant access now; called once for all viewers of a tenant */
  readonly allowedSubjects: (ctx: TenantContext, subjects: readonly string[]) => Promise<ReadonlySet<string>>
}

export interface StaffCaller {
  readonly spec: Endpoint
  readonly principal: Principal
  /** access token of a person; keys have none */
  readonly token: { readonly id: string; readonly expires: number } | undefined
}

export type Caller = StaffCaller | StreamViewer

export const isStreamViewer = (caller: Caller): caller is StreamViewer => 'allowedSubjects' in caller

export const tenantOf = (caller: Caller): string =>
  isStreamViewer(caller) ? caller.tenantId : caller.principal.tenant.id

const isStillAuthorized = (spec: Endpoint, principal: Principal | undefined): boolean => {
  if (!principal) return false
  try {
    authorize(spec, principal)
    return true
  } catch (error) {
    if (error instanceof ServiceError) return false
    throw error
  }
}

/** Whether access has expired; `now` in milliseconds. */
export const isExpired = (caller: Caller, now: number): boolean =>
  isStreamViewer(caller)
    ? caller.expires <= now
    : caller.token !== undefined && caller.token.expires * 1000 <= now

/** All viewers of a tenant are admitted by the same module, so the first one's function serves all. */
const allowedViewers = async (
  ctx: TenantContext,
  viewers: readonly StreamViewer[],
): Promise<ReadonlySet<string>> =>
  viewers[0]
    ? viewers[0].allowedSubjects(ctx, [...new Set(viewers.map(({ subject }) => subject))])
    : new Set<string>()

/** @returns function that says whether a caller of the tenant has access now */
export const readAccess = async (
  principals: Principals,
  ctx: TenantContext,
  callers: readonly Caller[],
): Promise<(caller: Caller) => boolean> => {
  const { run, tenantId } = ctx
  const sessionIds = new Set<string>()
  const keyIds = new Set<string>()
  for (const caller of callers) {
    if (isStreamViewer(caller)) continue
    const { actor } = caller.principal
    if (actor.kind === 'USER') sessionIds.add(actor.sessionId)
    else keyIds.add(actor.id)
  }
  const sessions =
    sessionIds.size > 0 ? await principals.ofSessions(run, tenantId, [...sessionIds]) : undefined
  const keys = keyIds.size > 0 ? await principals.ofKeys(run, tenantId, [...keyIds]) : undefined
  const subjects = await allowedViewers(ctx, callers.filter(isStreamViewer))
  return (caller) => {
    if (isStreamViewer(caller)) return subjects.has(caller.subject)
    const {
      spec,
      principal: { actor },
      token,
    } = caller
    if (actor.kind === 'KEY') return isStillAuthorized(spec, keys?.get(actor.id))
    const session = sessions?.get(actor.sessionId)
    return session?.lostToken !== token?.id && isStillAuthorized(spec, session?.principal)
  }
}
