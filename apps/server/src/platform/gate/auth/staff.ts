/** Authentication strategy of members and API keys; a change runs in one transaction. */

import type { FastifyRequest } from 'fastify'
import { changesSomething, type Endpoint, type FileAnswer, type PageOf } from '#contracts/kit/endpoint.ts'
import { limits } from '#contracts/kit/vocabulary.ts'
import type { Platform, StaffContext, StreamContext } from '../../context.ts'
import { inTenant, type TenantTransaction } from '../../db/tenant-db.ts'
import { unauthorized } from '../../errors.ts'
import { requireFlag } from '../../flags.ts'
import type { Handler } from '../../http/serve.ts'
import { readAccess, type StaffCaller } from '../../live/caller.ts'
import type { Live } from '../../live/live.ts'
import { inMaintenance } from '../../maintenance.ts'
import { type CheckedInput, type HttpAnswer, present } from '../answer.ts'
import { auditCall } from '../audit.ts'
import { authenticate, authorize, bearerIn, credentialsIn } from '../authorize.ts'
import type { Principal } from '../principal.ts'
import type { Principals } from '../principals.ts'
import { type RateLimits, rejectOverLimit } from '../rate-limits.ts'
import { readCall } from '../read-call.ts'
import { withoutPersonal } from '../redact.ts'
import { type CacheableAnswer, openResponseCache } from '../response-cache.ts'
import { addressOf } from '../sources.ts'
import { countSupportRead, restrictSupport } from '../support-principals.ts'
import { whileAllowed } from '../while-allowed.ts'
import { type AuthStrategy, tenantContext } from './strategy.ts'
import { type Said, writeAs } from './tenant-calls.ts'

/** Support does not lock out the team. */
const bucketOf = ({ tenant, support }: Principal): string =>
  support ? `support:${support.accessId}` : tenant.id

export const openStaffAuth = (
  platform: Platform,
  principals: Principals,
  rateLimits: RateLimits,
  live: Live,
): AuthStrategy => {
  const { config, databases, clock, sources, limiter, maintenance, disk } = platform
  const cache = openResponseCache(platform.changeCounters, platform.metrics)

  /** An unknown key costs a query, so these are limited by address like calls of public endpoints. */
  const identify = async (request: FastifyRequest, address: string): Promise<Principal> => {
    const key = request.headers['x-api-key']
    const costs = typeof key === 'string' && credentialsIn(request).length === 1 && principals.looksUp(key)
    if (costs && config.rateLimits !== 'off')
      rejectOverLimit(await limiter.consume('public', `keys:${address}`))
    return authenticate(request, principals)
  }

  const contextFor = (
    transaction: TenantTransaction,
    { actor, tenant, readOnly }: Principal,
    { requestId, ifMatch, now }: Said,
  ): StaffContext => ({
    ...tenantContext(transaction, { platform, tenantId: tenant.id, actor, requestId, now }),
    actor,
    tenant,
    readOnly: readOnly !== undefined,
    ifMatch,
  })

  const callerOf = ({ headers }: FastifyRequest, spec: Endpoint, principal: Principal): StaffCaller => {
    const claims = principals.claimsOf(bearerIn(headers.authorization) ?? '')
    // The stream of a person ends when their token expires.
    if (principal.actor.kind === 'USER' && !claims) throw unauthorized()
    return { spec, principal, token: claims && { id: claims.tokenId, expires: claims.expires } }
  }

  /** Ends a streamed file when its reader loses access. */
  const guarded = (
    file: FileAnswer,
    request: FastifyRequest,
    spec: Endpoint,
    principal: Principal,
  ): FileAnswer => {
    const { body } = file
    if (typeof body === 'string' || body instanceof Uint8Array) return file
    const caller = callerOf(request, spec, principal)
    const isStillAllowed = (): Promise<boolean> =>
      inTenant(databases.app, principal.tenant.id, 'read', async (transaction) => {
        const details = { requestId: request.id, ifMatch: undefined, now: clock.now() }
        return (await readAccess(principals, contextFor(transaction, principal, details), [caller]))(caller)
      })
    return { ...file, body: whileAllowed(body, clock, isStillAllowed) }
  }

  /** Answers a GET, from the cache if the handler allows it. */
  const read = async (
    { spec, run, cached: list, outside }: Handler,
    request: FastifyRequest,
    principal: Principal,
    input: CheckedInput,
  ): Promise<HttpAnswer> => {
    const now = clock.now()
    const made = (result: unknown): CacheableAnswer => {
      const until = list ? (result as PageOf<unknown>).until : undefined
      const shown = spec.file ? guarded(result as FileAnswer, request, spec, principal) : result
      const answer = principal.support ? withoutPersonal(spec, shown) : shown
      return { answer: present(spec, input, answer, config.checkReplies), until }
    }
    const make = async (): Promise<CacheableAnswer> => {
      const result = await inTenant(databases.app, principal.tenant.id, 'read', async (transaction) => {
        const ctx = contextFor(transaction, principal, { requestId: request.id, ifMatch: undefined, now })
        return outside ? run(ctx as never, input as never) : made(await run(ctx as never, input as never))
      })
      return outside ? made(await (result as () => Promise<unknown>)()) : (result as CacheableAnswer)
    }
    // What support is answered is without personal fields, so it is no answer for others.
    if (!list || principal.support) return (await make()).answer
    return cache.answer(principal, list, request.raw.url ?? '', now, make)
  }

  /** A live stream, outside of any transaction. */
  const stream = async (
    { spec, run }: Handler,
    request: FastifyRequest,
    principal: Principal,
    input: CheckedInput,
  ): Promise<HttpAnswer> => {
    const { actor, tenant } = principal
    const ctx: StreamContext = {
      requestId: request.id,
      now: clock.now(),
      tenant,
      actor,
      follow: (types) => {
        const after = request.headers['last-event-id']
        return live.follow(callerOf(request, spec, principal), { types, after: after?.toString() })
      },
    }
    return present(spec, input, await run(ctx as never, input as never), config.checkReplies)
  }

  const write = async (
    handler: Handler,
    request: FastifyRequest,
    principal: Principal,
    input: CheckedInput,
  ): Promise<HttpAnswer> => {
    const asked = await handler.ask?.(platform, principal.tenant.id, input as never)
    return writeAs(
      platform,
      { ...handler, run: (ctx, given) => handler.run(ctx, given, asked) },
      request,
      {
        tenantId: principal.tenant.id,
        id: principal.actor.id,
        contextFor: (transaction, said) => contextFor(transaction, principal, said),
        audit: (ctx, call) => auditCall(ctx, handler.spec, call),
      },
      input,
    )
  }

  return async (handler, request, reply) => {
    const { spec } = handler
    const address = addressOf(sources, request)
    await rateLimits.byAddress(reply, spec, address)
    const principal = await identify(request, address)
    if (principal.support) reply.raw.once('close', () => countSupportRead(platform, principal))
    else if (principal.actor.kind === 'KEY') {
      if (spec.stream) principals.keyUsed(principal)
      else reply.raw.once('close', () => principals.keyUsed(principal))
    }
    const { by } = limits[spec.limit]
    // guard: limit-of-tenant
    if (by === 'tenant') await rateLimits.consume(reply, spec, spec.limit, bucketOf(principal))
    requireFlag(platform.flags, spec.flag, principal.tenant)
    authorize(spec, principal)
    restrictSupport(spec, principal)
    const changes = changesSomething(spec)
    if (changes && maintenance.state.on && !spec.whenReadOnly) throw inMaintenance(maintenance.state)
    if (changes) disk.assertSpace()
    const input = readCall(spec, request)
    if (by === 'user')
      await rateLimits.consume(reply, spec, spec.limit, `${principal.tenant.id}:${principal.actor.id}`)
    if (spec.stream) return stream(handler, request, principal, input)
    return changes ? write(handler, request, principal, input) : read(handler, request, principal, input)
  }
}
