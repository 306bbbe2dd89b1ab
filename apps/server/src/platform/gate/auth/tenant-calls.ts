/** Reads and changes of a caller in one tenant: one transaction for all that a request changes, its answer and its audit entry. */
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import type { Platform, TenantContext } from '../../context.ts'
import { inTenant, type TenantTransaction } from '../../db/tenant-db.ts'
import type { Handler } from '../../http/serve.ts'
import {
  type CheckedInput,
  type HttpAnswer,
  headersOfStored,
  jsonType,
  present,
  readIfMatch,
} from '../answer.ts'
import { once, readIdempotencyKey } from '../idempotency.ts'

/** What of a request a context carries. */
export interface Said {
  readonly requestId: string
  readonly ifMatch: number | undefined
  readonly now: Date
}

export interface TenantCaller<C extends TenantContext> {
  readonly tenantId: string
  /** whose Idempotency-Keys these are */
  readonly id: string
  readonly contextFor: (transaction: TenantTransaction, said: Said) => C
  /** in the transaction of the change, after the handler */
  readonly audit: (
    ctx: C,
    input: CheckedInput & { readonly answer: unknown; readonly userAgent: string },
  ) => void
}

/** Nothing yet: the answer comes from outside, after the commit. */
const unanswered: HttpAnswer = { status: 200, body: '{}', contentType: jsonType, headers: {} }

const underKey = async <C extends TenantContext>(
  ctx: C,
  spec: Endpoint,
  caller: TenantCaller<C>,
  key: string,
  input: CheckedInput,
  work: () => Promise<HttpAnswer>,
): Promise<HttpAnswer> => {
  const stored = await once(
    ctx,
    {
      // guard: key-of-one-caller
      caller: caller.id,
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
  const headers: Record<string, string> = {
    ...headersOfStored(spec, stored.body),
    ...(ctx.outcome.replayed ? { 'idempotent-replayed': 'true' } : {}),
  }
  return { status: stored.status, body: stored.body, contentType: jsonType, headers }
}

/** A change: its audit entry and, under an Idempotency-Key, its answer are committed with it. */
export const writeAs = async <C extends TenantContext>(
  platform: Platform,
  { spec, run, outside }: Handler,
  request: FastifyRequest,
  caller: TenantCaller<C>,
  input: CheckedInput,
): Promise<HttpAnswer> => {
  const { config, databases, clock } = platform
  const ifMatch = spec.method === 'POST' ? undefined : readIfMatch(request.headers['if-match'])
  const key = spec.idempotent ? readIdempotencyKey(request.headers['idempotency-key']) : undefined
  const now = clock.now()
  const userAgent = request.headers['user-agent'] ?? ''
  let later: (() => Promise<unknown>) | undefined
  const answered = await inTenant(databases.app, caller.tenantId, 'write', async (transaction) => {
    transaction.afterCommit(() => platform.tenantChanged(caller.tenantId))
    const ctx = caller.contextFor(transaction, { requestId: request.id, ifMatch, now })
    const work = async (): Promise<HttpAnswer> => {
      const result = await run(ctx as never, input as never)
      if (outside) later = result as typeof later
      caller.audit(ctx, { ...input, answer: outside ? undefined : result, userAgent })
      return outside ? unanswered : present(spec, input, result, config.checkReplies)
    }
    if (key === undefined) return work()
    const answer = await underKey(ctx, spec, caller, key, input, work)
    // What comes from outside is not stored: it is asked for again, under the same key.
    if (outside && ctx.outcome.replayed) later = (await run(ctx as never, input as never)) as typeof later
    return answer
  })
  return later ? present(spec, input, await later(), config.checkReplies) : answered
}

/** What a GET answers, never from memory. */
export const readAs = async <C extends TenantContext>(
  platform: Platform,
  { spec, run, outside }: Handler,
  request: FastifyRequest,
  caller: TenantCaller<C>,
  input: CheckedInput,
): Promise<HttpAnswer> => {
  const { config, databases, clock } = platform
  const said: Said = { requestId: request.id, ifMatch: undefined, now: clock.now() }
  const result = await inTenant(databases.app, caller.tenantId, 'read', (transaction) =>
    run(caller.contextFor(transaction, said) as never, input as never),
  )
  return present(
    spec,
    input,
    outside ? await (result as () => Promise<unknown>)() : result,
    config.checkReplies,
  )
}
