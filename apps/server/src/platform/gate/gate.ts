/**
 * The one gate in front of every endpoint. Order: limit by IP → credentials → limit by tenant → role and scope →
 * plan → maintenance → schema → limit by e-mail or user → idempotency → the handler inside the tenant's transaction →
 * audit.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Access, Endpoint, PageOf } from '#contracts/kit/endpoint.ts'
import { type LimitName, limits } from '#contracts/kit/vocabulary.ts'
import type {
  Actor,
  Platform,
  PublicContext,
  StaffContext,
  SystemContext,
  TenantContext,
} from '../context.ts'
import { kyselyOver } from '../db/named-dialect.ts'
import { inTenant, type TenantTransaction, translateDatabaseError } from '../db/tenant-db.ts'
import { notFound } from '../errors.ts'
import type { Handler } from '../http/serve.ts'
import { inMaintenance } from '../maintenance.ts'
import { type Answered, type CheckedInput, jsonType, matchesEtag, present, readIfMatch } from './answer.ts'
import { auditCall } from './audit.ts'
import { authenticate, authorize } from './authorize.ts'
import { cookieIn } from './cookies.ts'
import { openDevices } from './devices.ts'
import { openGuesses } from './guesses.ts'
import { once, readIdempotencyKey } from './idempotency.ts'
import { memoryRateLimiter } from './limits/memory.ts'
import type { Principal } from './principal.ts'
import type { Principals } from './principals.ts'
import { parseQuery } from './query.ts'
import { openRemembered, type Perishable } from './remembered.ts'
import { limitHeaders, refuseOver } from './spend.ts'
import { openSystemDoor } from './system-secret.ts'
import type { Schema } from './text.ts'
import { check } from './validate.ts'

const checkParams = (spec: Endpoint, params: unknown): unknown => {
  if (!spec.params) return undefined
  try {
    return check(spec.params, params, 'params')
  } catch {
    // A path that names nothing is a path that is not there.
    throw notFound()
  }
}

const checkInput = (spec: Endpoint, request: FastifyRequest): CheckedInput => {
  const search = request.raw.url?.split('?')[1] ?? ''
  const query = spec.query
    ? (check(spec.query, parseQuery(spec.query as Schema, search), 'query') as Record<string, unknown>)
    : {}
  const body =
    spec.body && !(spec.bodyOptional && request.body === undefined)
      ? check(spec.body, request.body, 'body')
      : undefined
  return { params: checkParams(spec, request.params), query, body }
}

const emailIn = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null && 'email' in body && typeof body.email === 'string'
    ? body.email
    : undefined

/** Id and address of whoever the answer signs in. */
const signedInAs = (result: unknown): { id: string; email: string } | undefined => {
  if (typeof result !== 'object' || result === null) return undefined
  if (!('tokens' in result && result.tokens && 'user' in result)) return undefined
  const { user } = result
  const email = emailIn(user)
  return email !== undefined && typeof user === 'object' && user !== null && 'id' in user
    ? { id: String(user.id), email }
    : undefined
}

export interface Gate {
  handle(handler: Handler, request: FastifyRequest, reply: FastifyReply): Promise<void>
  /**
   * For a page that does what a public endpoint does: spends its buckets, checks its schema, runs it.
   * @throws ServiceError as the endpoint would answer
   */
  callPublic(
    handler: Handler,
    request: FastifyRequest,
    reply: FastifyReply,
    input: PageInput,
  ): Promise<unknown>
  publicContext(request: FastifyRequest, requestId: string): PublicContext
}

export interface PageInput {
  readonly params?: Record<string, string>
  readonly query?: Record<string, unknown>
  readonly body?: unknown
  /** what the page noticed, e.g. a filled trap */
  readonly suspicion?: string | undefined
}

const visitorActor = (source: string): Actor => ({ kind: 'VISITOR', id: source, name: 'Visitor' })

export const openGate = (platform: Platform, principals: Principals): Gate => {
  const { config, limiter, sources, databases, clock } = platform
  const directory = kyselyOver(databases.app)
  const guesses = openGuesses(limiter)
  const systemDoor = openSystemDoor(config, limiter, memoryRateLimiter(config.rateLimits, clock))
  const remembered = openRemembered(platform.revisions, platform.metrics)
  const devices = openDevices(platform.keys, config.baseUrl.startsWith('https:'))

  /** Else the device is known for that account alone: who opened one at an address need not be its owner. */
  const isProved = async ({ id, email }: { id: string; email: string }): Promise<boolean> =>
    (await directory
      .selectFrom('email_directory')
      .select('user_id')
      .where('email', '=', email)
      .where('user_id', '=', id)
      .where('proved', '=', true)
      .executeTakeFirst()) !== undefined

  const addressOf = (request: FastifyRequest): string => {
    const forwarded = request.headers['x-forwarded-for']
    return sources.address(
      request.socket.remoteAddress,
      typeof forwarded === 'string' ? forwarded : undefined,
    )
  }

  const spend = async (reply: FastifyReply, name: LimitName, key: string): Promise<void> => {
    if (config.rateLimits === 'off') return
    const taken = limiter.take(name, key)
    const verdict = taken instanceof Promise ? await taken : taken
    limitHeaders(reply, verdict)
    refuseOver(verdict)
  }

  const spendByAddress = async (spec: Endpoint, reply: FastifyReply, address: string): Promise<void> => {
    if (limits[spec.limit].by === 'ip')
      await spend(reply, spec.limit, spec.limit === 'public' ? `${spec.name}:${address}` : address)
    for (const name of spec.alsoLimit ?? []) await spend(reply, name, address)
  }

  const tenantContext = (
    transaction: TenantTransaction,
    tenantId: string,
    actor: Actor,
    requestId: string,
    now: Date,
  ): TenantContext => ({
    ...transaction,
    platform,
    requestId,
    now,
    tenantId,
    actor,
  })

  const contextFrom = (
    address: string,
    request: FastifyRequest,
    {
      requestId = request.id,
      suspicion,
      onReplay,
    }: { requestId?: string; suspicion?: string | undefined; onReplay?: () => void },
  ): PublicContext => {
    const source = sources.hash(address)
    const now = clock.now()
    return {
      platform,
      requestId,
      now,
      source,
      idempotencyKey: readIdempotencyKey(request.headers['idempotency-key']),
      userAgent: request.headers['user-agent'] ?? '',
      cookie: (name) => cookieIn(request.headers.cookie, name),
      knowsDevice: (userId) => devices.known(request.headers.cookie, userId) !== undefined,
      suspicion,
      directory,
      inTenant: (tenantId, mode, work) =>
        inTenant(databases.app, tenantId, mode, async (transaction) => {
          const result = await work(
            tenantContext(transaction, tenantId, visitorActor(source), requestId, now),
          )
          if (transaction.outcome.replayed) onReplay?.()
          return result
        }),
    }
  }

  /** The bucket of the address that the body names, or of the device where its owner was signed in before. */
  const spendByEmail = async (
    spec: Endpoint,
    request: FastifyRequest,
    reply: FastifyReply,
    body: unknown,
  ): Promise<void> => {
    if (limits[spec.limit].by !== 'email') return
    const email = emailIn(body)
    if (email === undefined) return
    const device = spec.signsIn ? devices.known(request.headers.cookie, email) : undefined
    await spend(reply, spec.limit, device ? `device:${device}` : email)
  }

  /** Limits, schema and the handler of a public endpoint; also for pages that do what it does. */
  const runPublic = async (
    { spec, run }: Handler,
    request: FastifyRequest,
    reply: FastifyReply,
    read: () => CheckedInput,
    suspicion?: string,
  ): Promise<{ input: CheckedInput; result: unknown }> => {
    const address = addressOf(request)
    await spendByAddress(spec, reply, address)
    const work = async (): Promise<{ input: CheckedInput; result: unknown }> => {
      if (spec.needsMail && platform.maintenance.state.on) throw inMaintenance(platform.maintenance.state)
      if (spec.method !== 'GET') platform.disk.assertSpace()
      const input = read()
      await spendByEmail(spec, request, reply, input.body)
      const onReplay = (): void => void reply.header('idempotent-replayed', 'true')
      const ctx = contextFrom(address, request, { suspicion, onReplay })
      const result = await run(ctx as never, input as never)
      const person = spec.signsIn ? signedInAs(result) : undefined
      if (person) {
        const owner = (await isProved(person)) ? person.email : person.id
        void reply.header('set-cookie', devices.remember(request.headers.cookie, owner))
      }
      return { input, result }
    }
    try {
      return await (spec.countsMisses && config.rateLimits !== 'off' ? guesses.run(address, work) : work())
    } catch (error) {
      throw translateDatabaseError(error)
    }
  }

  const handlePublic = async (
    handler: Handler,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Answered> => {
    const { input, result } = await runPublic(handler, request, reply, () =>
      checkInput(handler.spec, request),
    )
    return present(handler.spec, input, result, config.checkReplies)
  }

  const staffContext = (
    transaction: TenantTransaction,
    { actor, tenant, readOnly }: Principal,
    { id, ifMatch, now }: { id: string; ifMatch: number | undefined; now: Date },
  ): StaffContext => ({
    ...tenantContext(transaction, tenant.id, actor, id, now),
    actor,
    tenant,
    readOnly: readOnly !== undefined,
    ifMatch,
  })

  /** What a GET answers, from memory where it is remembered and nothing has changed since. */
  const readStaff = async (
    { spec, run, remembered: keeps }: Handler,
    request: FastifyRequest,
    principal: Principal,
    input: CheckedInput,
  ): Promise<Answered> => {
    const now = clock.now()
    const make = (): Promise<Perishable> =>
      inTenant(databases.app, principal.tenant.id, 'read', async (transaction) => {
        const ctx = staffContext(transaction, principal, { id: request.id, ifMatch: undefined, now })
        const result = await run(ctx as never, input as never)
        const until = keeps ? (result as PageOf<unknown>).until : undefined
        return { answer: present(spec, input, result, config.checkReplies), until }
      })
    if (!keeps) return (await make()).answer
    return remembered.answer(principal, request.raw.url ?? '', now, make)
  }

  const handleStaff = async (
    handler: Handler,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Answered> => {
    const { spec, run } = handler
    await spendByAddress(spec, reply, addressOf(request))
    const principal = await authenticate(request, principals)
    if (principal.actor.kind === 'KEY') reply.raw.once('close', () => principals.keyUsed(principal))
    const { by } = limits[spec.limit]
    if (by === 'tenant') await spend(reply, spec.limit, principal.tenant.id)
    authorize(spec, principal)
    if (platform.maintenance.state.on && spec.method !== 'GET' && !spec.whenReadOnly)
      throw inMaintenance(platform.maintenance.state)
    if (spec.method !== 'GET') platform.disk.assertSpace()
    const input = checkInput(spec, request)
    if (by === 'user') await spend(reply, spec.limit, `${principal.tenant.id}:${principal.actor.id}`)
    if (spec.method === 'GET') return readStaff(handler, request, principal, input)
    const ifMatch = spec.method === 'POST' ? undefined : readIfMatch(request.headers['if-match'])
    const key = spec.idempotent ? readIdempotencyKey(request.headers['idempotency-key']) : undefined
    const now = clock.now()
    const userAgent = request.headers['user-agent'] ?? ''
    return inTenant(databases.app, principal.tenant.id, 'write', async (transaction) => {
      transaction.afterCommit(() => platform.tenantChanged(principal.tenant.id))
      const ctx = staffContext(transaction, principal, { id: request.id, ifMatch, now })
      const work = async (): Promise<Answered> => {
        const result = await run(ctx as never, input as never)
        auditCall(ctx, spec, { ...input, answer: result, userAgent })
        return present(spec, input, result, config.checkReplies)
      }
      if (key === undefined) return work()
      const stored = await once(
        ctx,
        {
          caller: principal.actor.id,
          route: spec.name,
          key,
          body: { params: input.params, body: input.body },
          secret: spec.showsSecret ?? false,
        },
        async () => {
          const { status, body } = await work()
          return { status, body: String(body) }
        },
      )
      return {
        status: stored.status,
        body: stored.body,
        contentType: jsonType,
        headers: transaction.outcome.replayed
          ? { 'idempotent-replayed': 'true' }
          : ({} as Record<string, string>),
      }
    })
  }

  const handleSystem = async ({ spec, run }: Handler, request: FastifyRequest): Promise<Answered> => {
    await systemDoor.admit(request, addressOf(request))
    // Also on a disk that is nearly full: what is run here may be what frees it.
    const input = checkInput(spec, request)
    const ctx: SystemContext = { platform, requestId: request.id, now: clock.now() }
    return present(spec, input, await run(ctx as never, input as never), config.checkReplies)
  }

  const handlers: Readonly<
    Record<Access['kind'], (...call: Parameters<Gate['handle']>) => Promise<Answered>>
  > = { public: handlePublic, tenant: handleStaff, system: handleSystem }

  return {
    publicContext: (request, requestId) => contextFrom(addressOf(request), request, { requestId }),
    callPublic: async (handler, request, reply, { params, query, body, suspicion }) => {
      const { spec } = handler
      const { result } = await runPublic(
        handler,
        request,
        reply,
        () => ({
          params: checkParams(spec, params),
          query: spec.query ? (check(spec.query, query ?? {}, 'query') as Record<string, unknown>) : {},
          body:
            spec.body && !(spec.bodyOptional && body === undefined)
              ? check(spec.body, body, 'body')
              : undefined,
        }),
        suspicion,
      )
      return result
    },
    handle: async (handler, request, reply) => {
      let answer: Answered
      platform.pressure.begin()
      try {
        answer = await handlers[handler.spec.access.kind](handler, request, reply)
      } catch (error) {
        throw translateDatabaseError(error)
      } finally {
        platform.pressure.end()
      }
      const etag = answer.headers.etag
      for (const [name, value] of Object.entries(answer.headers)) void reply.header(name, value)
      if (etag && handler.spec.method === 'GET' && matchesEtag(request.headers['if-none-match'], etag)) {
        await reply.code(304).send()
        return
      }
      await reply.code(answer.status).header('content-type', answer.contentType).send(answer.body)
    },
  }
}
