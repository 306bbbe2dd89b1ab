/** Who follows, and whether they still may: asked for all of a tenant at once. */
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import type { LiveEvent } from '#contracts/live.ts'
import type { TenantContext } from '../context.ts'
import { ServiceError } from '../errors.ts'
import { authorize } from '../gate/authorize.ts'
import type { Principal } from '../gate/principal.ts'
import type { Principals } from '../gate/principals.ts'

/** Somebody without an account, whom a module lets follow. */
export interface StreamViewer {
  readonly tenantId: string
  /** by what they were let in; those of one share their places */
  readonly subject: string
  /** from when on it is over by itself, milliseconds */
  readonly expires: number
  /** what of an event they are told; undefined: nothing */
  readonly encode: (event: LiveEvent) => Uint8Array | undefined
  /** reads, in the transaction of each look, what `encode` must know by then; what comes out of it is told first */
  readonly renew?: (ctx: TenantContext) => Promise<Uint8Array | undefined>
  /** the subjects that let in as of now; asked for all viewers of a tenant at once */
  readonly allowedSubjects: (ctx: TenantContext, subjects: readonly string[]) => Promise<ReadonlySet<string>>
}

export interface StaffCaller {
  readonly spec: Endpoint
  readonly principal: Principal
  /** of a person; a key has none */
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

/** Whether what let them in is over by itself; `now` in milliseconds. */
export const isExpired = (caller: Caller, now: number): boolean =>
  isStreamViewer(caller)
    ? caller.expires <= now
    : caller.token !== undefined && caller.token.expires * 1000 <= now

/** Of viewers of one tenant; all of a tenant are let in by one module. */
const allowedViewers = async (
  ctx: TenantContext,
  viewers: readonly StreamViewer[],
): Promise<ReadonlySet<string>> =>
  viewers[0]
    ? viewers[0].allowedSubjects(ctx, [...new Set(viewers.map(({ subject }) => subject))])
    : new Set<string>()

/** @returns tells of each caller of the tenant whether they are let in as of now */
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
