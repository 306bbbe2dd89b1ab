/** An authentication strategy admits callers of one kind and answers their requests. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, Platform, TenantContext } from '../../context.ts'
import type { TenantTransaction } from '../../db/tenant-db.ts'
import type { Handler } from '../../http/serve.ts'
import type { HttpAnswer } from '../answer.ts'

/** @throws ServiceError if the caller is rejected or the handler fails */
export type AuthStrategy = (
  handler: Handler,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<HttpAnswer>

interface Caller {
  readonly platform: Platform
  readonly tenantId: string
  readonly actor: Actor
  readonly requestId: string
  readonly now: Date
}

export const tenantContext = (transaction: TenantTransaction, caller: Caller): TenantContext => ({
  ...transaction,
  ...caller,
})
