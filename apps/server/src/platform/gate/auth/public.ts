/** Authentication strategy of public endpoints, and of pages that do what an endpoint does. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Endpoint, sends } from '#contracts/kit/endpoint.ts'
import { limits } from '#contracts/kit/vocabulary.ts'
import type { Actor, Platform, PublicContext, TenantContext } from '../../context.ts'
import { kyselyOver } from '../../db/named-dialect.ts'
import { inTenant, translateDatabaseError } from '../../db/tenant-db.ts'
import { isAutomatedFetch } from '../../http/automated-fetch.ts'
import type { Handler } from '../../http/serve.ts'
import { inMaintenance } from '../../maintenance.ts'
import { type CheckedInput, present } from '../answer.ts'
import { bearerIn, credentialsIn } from '../authorize.ts'
import { cookieIn } from '../cookies.ts'
import { openDevices } from '../devices.ts'
import { isFailedAttempt, openFailedAttemptThrottle } from '../failed-attempt-throttle.ts'
import { once, readIdempotencyKey } from '../idempotency.ts'
import type { RateLimited, RateLimits } from '../rate-limits.ts'
import { checkCall, emailIn, readCall } from '../read-call.ts'
import { addressOf } from '../sources.ts'
import { type AuthStrategy, tenantContext } from './strategy.ts'

export interface PageInput {
  readonly params?: Record<string, string>
  readonly query?: Record<string, unknown>
  readonly body?: unknown
  /** signs of a bot, such as a filled trap field */
  readonly suspicion?: string | undefined
  /** somebody has just opened the page */
  readonly visit: boolean
}

/** A page without an endpoint, for somebody with a token. */
export interface OwnPage extends RateLimited {
  /** rejected during maintenance and when the disk is full */
  readonly changes: boolean
}

export interface PublicAuth {
  readonly handle: AuthStrategy
  /**
   * For a page that does what a public endpoint does: consumes its limits, validates and runs it.
   * @throws ServiceError as the endpoint would
   */
  callPublic(
    handler: Handler,
    request: FastifyRequest,
    reply: FastifyReply,
    input: PageInput,
  ): Promise<unknown>
  /**
   * For a page without an endpoint: consumes its limits and counts invalid tokens.
   * @throws ServiceError of `work`, RATE_LIMITED, SERVICE_UNAVAILABLE
   */
  runPage<T>(
    page: OwnPage,
    request: FastifyRequest,
    reply: FastifyReply,
    work: (ctx: PublicContext) => Promise<T>,
  ): Promise<T>
  publicContext(request: FastifyRequest, requestId: string): Promise<PublicContext>
}

/** The request of a public context. */
interface RequestInfo {
  readonly requestId?: string
  readonly suspicion?: string | undefined
  readonly visit: boolean
  /** name of the endpoint; scope of an Idempotency-Key */
  readonly route?: string
  readonly body?: unknown
  readonly onReplay?: () => void
}

const visitorActor = (source: string): Actor => ({ kind: 'VISITOR', id: source, name: 'Visitor' })

/** Id and email address of the person whom the answer signs in. */
const signedInAs = (result: unknown): { id: string; email: string } | undefined => {
  if (typeof result !== 'object' || result === null) return undefined
  if (!('tokens' in result && result.tokens && 'user' in result)) return undefined
  const { user } = result
  const email = emailIn(user)
  return email !== undefined && typeof user === 'object' && user !== null && 'id' in user
    ? { id: String(user.id), email }
    : undefined
}

/** Whether this call is useless unless an email can be sent. */
const needsMail = ({ needsMail: needs }: Endpoint, body: unknown): boolean =>
  needs === true || (needs !== undefined && !sends(body, needs.butWith))

export const openPublicAuth = (platform: Platform, rateLimits: RateLimits): PublicAuth => {
  const { config, limiter, sources, databases, clock } = platform
  const directory = kyselyOver(databases.app)
  const failedAttempts = openFailedAttemptThrottle(limiter)
  const devices = openDevices(platform.keys, config.baseUrl.startsWith('https:'))

  /**
   * An unverified address makes the device known for the account only, since whoever registered it may not own the
   * address.
   */
  const isProved = async ({ id, email }: { id: string; email: string }): Promise<boolean> =>
    (await directory
      .selectFrom('email_directory')
      .select('user_id')
      .where('email', '=', email)
      .where('user_id', '=', id)
      .where('proved', '=', true)
      .executeTakeFirst()) !== undefined

  const contextFrom = async (
    address: string,
    request: FastifyRequest,
    { requestId = request.id, suspicion, visit, route = '', body, onReplay }: RequestInfo,
  ): Promise<PublicContext> => {
    const source = await sources.hash(address)
    const now = clock.now()
    const key = readIdempotencyKey(request.headers['idempotency-key'])
    const inside: PublicContext['inTenant'] = (tenantId, mode, work) =>
      inTenant(databases.app, tenantId, mode, (transaction) =>
        work(tenantContext(transaction, { platform, tenantId, actor: visitorActor(source), requestId, now })),
      )
    const withIdempotency = async <T>(
      tenant: TenantContext,
      holding: string,
      work: () => Promise<T>,
    ): Promise<T> => {
      if (key === undefined) return work()
      const stored = await once(
        tenant,
        // The answer contains the token of the submission, so it is stored encrypted.
        // guard: key-of-one-visitor
        { caller: `${holding}:${source}`, route, key, body, secret: true },
        async () => ({ status: 200, body: JSON.stringify(await work()) }),
      )
      if (tenant.outcome.replayed) onReplay?.()
      return JSON.parse(stored.body) as T
    }
    return {
      platform,
      requestId,
      now,
      source,
      idempotencyKey: key,
      userAgent: request.headers['user-agent'] ?? '',
      bearer: credentialsIn(request).length === 1 ? bearerIn(request.headers.authorization) : undefined,
      cookie: (name) => cookieIn(request.headers.cookie, name),
      knowsDevice: (userId) => devices.known(request.headers.cookie, userId) !== undefined,
      suspicion,
      visit,
      directory,
      inTenant: inside,
      writeOnce: (tenantId, holding, work) =>
        inside(tenantId, 'write', (tenant) => withIdempotency(tenant, holding, () => work(tenant))),
    }
  }

  /** Consumes the limit of the email address in the body, or of the device if its owner has signed in on it before. */
  const consumeByEmail = async (
    spec: Endpoint,
    request: FastifyRequest,
    reply: FastifyReply,
    body: unknown,
  ): Promise<void> => {
    if (limits[spec.limit].by !== 'email') return
    const email = emailIn(body)
    if (email === undefined) return
    const device = spec.signsIn ? devices.known(request.headers.cookie, email) : undefined
    await rateLimits.consume(reply, spec, spec.limit, device ? `device:${device}` : email)
  }

  const call = async (
    { spec, run }: Handler,
    request: FastifyRequest,
    reply: FastifyReply,
    read: () => CheckedInput,
    noticed: Pick<PageInput, 'suspicion' | 'visit'>,
  ): Promise<{ input: CheckedInput; result: unknown }> => {
    const address = addressOf(sources, request)
    await rateLimits.byAddress(reply, spec, address)
    const work = async (): Promise<{ input: CheckedInput; result: unknown }> => {
      if (spec.method !== 'GET') platform.disk.assertSpace()
      const input = read()
      const { state } = platform.maintenance
      if (state.on && needsMail(spec, input.body)) throw inMaintenance(state)
      await consumeByEmail(spec, request, reply, input.body)
      const onReplay = (): void => void reply.header('idempotent-replayed', 'true')
      const ctx = await contextFrom(address, request, {
        ...noticed,
        route: spec.name,
        body: input.body,
        onReplay,
      })
      const result = await run(ctx as never, input as never)
      const person = spec.signsIn ? signedInAs(result) : undefined
      if (person) {
        const owner = (await isProved(person)) ? person.email : person.id
        void reply.header('set-cookie', devices.remember(request.headers.cookie, owner))
      }
      return { input, result }
    }
    try {
      return await (spec.countsMisses && config.rateLimits !== 'off'
        ? failedAttempts.run(address, work)
        : work())
    } catch (error) {
      if (spec.countsMisses && isFailedAttempt(error)) platform.blockedSources.note(address, 'miss', 0)
      throw translateDatabaseError(error)
    }
  }

  return {
    handle: async (handler, request, reply) => {
      const read = (): CheckedInput => readCall(handler.spec, request)
      const { input, result } = await call(handler, request, reply, read, {
        visit: request.method !== 'HEAD' && !isAutomatedFetch(request),
      })
      return present(handler.spec, input, result, config.checkReplies)
    },
    callPublic: async (handler, request, reply, { params, query = {}, body, ...noticed }) => {
      const read = (): CheckedInput => checkCall(handler.spec, { params, query, body })
      return (await call(handler, request, reply, read, noticed)).result
    },
    runPage: async (page, request, reply, work) => {
      const address = addressOf(sources, request)
      await rateLimits.byAddress(reply, page, address)
      const { state } = platform.maintenance
      if (page.changes && state.on) throw inMaintenance(state)
      if (page.changes) platform.disk.assertSpace()
      const run = async (): Promise<Awaited<ReturnType<typeof work>>> =>
        await work(await contextFrom(address, request, { visit: false }))
      try {
        return await (config.rateLimits === 'off' ? run() : failedAttempts.run(address, run))
      } catch (error) {
        throw translateDatabaseError(error)
      }
    },
    publicContext: (request, requestId) =>
      contextFrom(addressOf(sources, request), request, { requestId, visit: false }),
  }
}
