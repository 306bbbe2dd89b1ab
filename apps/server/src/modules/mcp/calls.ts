/** Calls of a tool: handlers of the API as the person of the connection, under the API's limits. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint, Input, Output } from '#contracts/kit/endpoint.ts'
import { limits } from '#contracts/kit/vocabulary.ts'
import { getStatus } from '#contracts/status.ts'
import type { Platform, TenantContext } from '#server/platform/context.ts'
import { inTenant, type TenantTransaction } from '#server/platform/db/tenant-db.ts'
import { notFound, ServiceError } from '#server/platform/errors.ts'
import type { Gate } from '#server/platform/gate/gate.ts'
import { type ActingMember, asStaff } from '#server/platform/gate/members.ts'
import type { RateLimits } from '#server/platform/gate/rate-limits.ts'
import { runAs } from '#server/platform/gate/run-as.ts'
import type { Handler } from '#server/platform/http/serve.ts'
import type { Connection } from './connections.ts'

export interface Served {
  readonly platform: Platform
  readonly gate: Gate
  readonly rateLimits: RateLimits
  /** the mounted endpoints, by name */
  readonly handlers: ReadonlyMap<string, Handler>
}

export interface Caller {
  readonly member: ActingMember
  readonly connection: Connection
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export interface Calls {
  readonly member: ActingMember
  readonly connection: Connection
  /**
   * For what reaches no endpoint: consumes one of `read`.
   * @throws ServiceError RATE_LIMITED
   */
  countOther(): Promise<void>
  /** @throws ServiceError as the endpoint would */
  read<E extends Endpoint>(spec: E, input: Partial<Input<E>>): Promise<Output<E>>
  /**
   * @param dryRun everything is checked and done, and then undone
   * @throws ServiceError as the endpoint would
   */
  write<E extends Endpoint>(spec: E, input: Partial<Input<E>>, dryRun: boolean): Promise<Output<E>>
  /** What visitors see of an amenity of this organisation. */
  statusOf(place: {
    readonly amenityId?: string
    readonly qrCode?: string
  }): Promise<Output<typeof getStatus>>
}

/** Carries the answer of a dry run out of its transaction, which is rolled back. */
class Undone extends Error {
  readonly answer: unknown
  constructor(answer: unknown) {
    super('A dry run')
    this.answer = answer
  }
}

export const contextOf = (
  transaction: TenantTransaction,
  { platform }: Pick<Served, 'platform'>,
  requestId: string,
  tenantId: string,
  actor: TenantContext['actor'],
): TenantContext => ({ ...transaction, platform, requestId, now: platform.clock.now(), tenantId, actor })

const codeText = `select code from qr_code where tenant_id = $1 and (amenity_id = $2 or code = $3) and amenity_id is not null
  order by code limit 1`

export const callsOf = (served: Served, { member, connection, request, reply }: Caller): Calls => {
  const { platform, rateLimits, handlers, gate } = served
  const { principal } = member
  const tenantId = principal.tenant.id
  const handlerOf = <E extends Endpoint>(spec: E): Handler<E> => {
    const handler = handlers.get(spec.name)
    if (!handler) throw new Error(`${spec.name} is not served`)
    return handler as unknown as Handler<E>
  }
  const consume = async (spec: Endpoint): Promise<void> => {
    const { by } = limits[spec.limit]
    await rateLimits.consume(
      reply,
      spec,
      spec.limit,
      by === 'user' ? `${tenantId}:${principal.actor.id}` : tenantId,
    )
  }
  const within = <T>(mode: 'read' | 'write', work: (ctx: TenantContext) => Promise<T>): Promise<T> =>
    inTenant(platform.databases.app, tenantId, mode, (transaction) =>
      work(contextOf(transaction, served, request.id, tenantId, principal.actor)),
    )
  const run = <E extends Endpoint>(
    ctx: TenantContext,
    spec: E,
    input: Partial<Input<E>>,
  ): Promise<Output<E>> =>
    runAs(asStaff(ctx, principal), principal, handlerOf(spec), input, `MCP ${connection.name}`)

  const countOther = (): Promise<void> =>
    rateLimits.consume(reply, { name: 'getMe', limit: 'read' }, 'read', tenantId)

  return {
    member,
    connection,
    countOther,
    read: async (spec, input) => {
      await consume(spec)
      return within('read', (ctx) => run(ctx, spec, input))
    },
    write: async <E extends Endpoint>(
      spec: E,
      input: Partial<Input<E>>,
      dryRun: boolean,
    ): Promise<Output<E>> => {
      await consume(spec)
      try {
        return await within('write', async (ctx) => {
          const answer = await run(ctx, spec, input)
          if (dryRun) throw new Undone(answer)
          ctx.afterCommit(() => platform.tenantChanged(tenantId))
          return answer
        })
      } catch (error) {
        if (error instanceof Undone) return error.answer as Output<E>
        throw error
      }
    },
    statusOf: async ({ amenityId, qrCode }) => {
      if (amenityId === undefined && qrCode === undefined)
        throw new ServiceError('VALIDATION_ERROR', 'An amenityId or a qrCode is needed')
      await countOther()
      const [row] = await within('read', ({ run: query }) =>
        query<{ code: string }>(codeText, [tenantId, amenityId ?? null, qrCode ?? null]),
      )
      // Codes of other organisations are public, but not what this person asked about.
      if (!row) throw notFound()
      return (await gate.callPublic(handlerOf(getStatus) as unknown as Handler, request, reply, {
        params: { qrCode: row.code },
        query: { language: member.language },
        visit: false,
      })) as Output<typeof getStatus>
    },
  }
}
