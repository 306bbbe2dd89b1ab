/** POST /mcp: who calls, under which limits, and the way to the SDK and back. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cacheBounded } from '#server/platform/bounded-cache.ts'
import type { Platform } from '#server/platform/context.ts'
import { inTenant, translateDatabaseError } from '#server/platform/db/tenant-db.ts'
import { forbidden, ServiceError, unauthorized } from '#server/platform/errors.ts'
import { requireFlag } from '#server/platform/flags.ts'
import { bearerIn, credentialsIn } from '#server/platform/gate/authorize.ts'
import { readMember } from '#server/platform/gate/members.ts'
import { openRateLimits, rejectOverLimit } from '#server/platform/gate/rate-limits.ts'
import { addressOf } from '#server/platform/gate/sources.ts'
import { isCrossSite } from '#server/platform/http/cross-site.ts'
import type { Mount } from '#server/platform/module.ts'
import { type Caller, callsOf, contextOf, type Served } from './calls.ts'
import { findConnection, noteUse } from './connections.ts'
import { hashToken, tenantOfToken } from './token.ts'

const maxRemembered = 10_000
const noteEveryMs = 60_000
const mcpActor = { kind: 'SYSTEM', id: 'mcp', name: 'Wellkept' } as const
/** No stream of changes is offered: the tools never change. */
const notServed = 'subscriptions/listen'

const refused = (): ServiceError =>
  new ServiceError('UNAUTHORIZED', unauthorized().message, { headers: { 'www-authenticate': 'Bearer' } })

const methodOf = (body: unknown): string => {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ServiceError('VALIDATION_ERROR', 'body: must be one JSON-RPC message')
  return 'method' in body && typeof body.method === 'string' ? body.method : ''
}

const headersOf = ({ headers }: FastifyRequest): Headers => {
  const copied = new Headers()
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && name !== 'authorization')
      copied.set(name, Array.isArray(value) ? value.join(', ') : value)
  return copied
}

const send = async (reply: FastifyReply, answer: Response): Promise<void> => {
  void reply.code(answer.status).header('cache-control', 'no-store')
  for (const name of ['content-type', 'allow']) {
    const value = answer.headers.get(name)
    if (value !== null) void reply.header(name, value)
  }
  await reply.send(answer.body ? Readable.fromWeb(answer.body as never) : null)
}

/** Who a token stands for, under a limit for tokens that were never seen, since each costs a query. */
const openCallers = (served: Served) => {
  const { platform } = served
  const { config, limiter, sources, databases, clock, log } = platform
  const known = new Map<string, true>()
  const noted = new Map<string, number>()

  const note = (tenantId: string, id: string): void => {
    const now = clock.now().getTime()
    if (Math.abs(now - (noted.get(id) ?? 0)) < noteEveryMs) return
    cacheBounded(noted, id, now, maxRemembered)
    inTenant(databases.app, tenantId, 'write', (transaction) => {
      transaction.skipInvalidation()
      return noteUse(contextOf(transaction, served, id, tenantId, mcpActor), id)
    }).catch((error: unknown) => {
      noted.delete(id)
      log.warn({ err: error, connectionId: id }, 'The last use of a connection was not stored')
    })
  }

  return async (request: FastifyRequest): Promise<Pick<Caller, 'member' | 'connection'>> => {
    const token = bearerIn(request.headers.authorization)
    const tenantId = token && tenantOfToken(token)
    if (!token || !tenantId || credentialsIn(request).length !== 1) throw refused()
    const name = hashToken(token).toString('base64url')
    if (!known.has(name) && config.rateLimits !== 'off')
      rejectOverLimit(await limiter.consume('public', `keys:${addressOf(sources, request)}`))
    const found = await inTenant(databases.app, tenantId, 'read', async (transaction) => {
      const ctx = contextOf(transaction, served, request.id, tenantId, mcpActor)
      const connection = await findConnection(ctx, token)
      const member = connection && (await readMember(ctx, connection.userId, connection.id))
      return member && { connection, member }
    })
    if (!found) throw refused()
    cacheBounded(known, name, true, maxRemembered)
    note(tenantId, found.connection.id)
    return found
  }
}

const serve = (platform: Platform, served: Served) => {
  const { flags, databaseHealth, config, log } = platform
  const callerOf = openCallers(served)
  let opened: Promise<ReturnType<typeof import('./server.ts').openMcp>> | undefined

  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    databaseHealth.assertAnswers()
    if (isCrossSite(request, config)) throw forbidden('Not from a page of another site')
    const { connection, member } = await callerOf(request)
    requireFlag(flags, 'MCP', member.principal.tenant)
    const calls = callsOf(served, { member, connection, request, reply })
    if (request.method === 'POST') {
      const method = methodOf(request.body)
      if (method === notServed) throw new ServiceError('VALIDATION_ERROR', 'body: no changes are announced')
      // A call of a tool consumes the limits of the endpoints that it calls.
      if (method !== 'tools/call') await calls.countOther()
    }
    // Loaded with the first request, since most instances get none.
    opened ??= import('./server.ts').then(({ openMcp }) => openMcp(log))
    const { fetch } = await opened
    const answer = await fetch(
      new Request(new URL('/mcp', config.baseUrl), { method: request.method, headers: headersOf(request) }),
      {
        authInfo: { token: '', clientId: connection.id, scopes: [], extra: { calls } },
        ...(request.method === 'POST' ? { parsedBody: request.body } : {}),
      },
    )
    await send(reply, answer)
  }
}

export const mountMcp: Mount = (app: FastifyInstance, { platform, gate, handlers }) => {
  const served: Served = {
    platform,
    gate,
    rateLimits: openRateLimits(platform),
    handlers: new Map(handlers.map((handler) => [handler.spec.name, handler])),
  }
  const handle = serve(platform, served)
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    handler: async (request, reply) => {
      platform.loadShedding.requestStarted()
      try {
        await handle(request, reply)
        return reply
      } catch (error) {
        throw translateDatabaseError(error)
      } finally {
        platform.loadShedding.requestEnded()
      }
    },
  })
}
