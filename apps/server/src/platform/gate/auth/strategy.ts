/** An authentication strategy: lets in a caller of one kind, and answers. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, Platform, TenantContext } from '../../context.ts'
import type { TenantTransaction } from '../../db/tenant-db.ts'
import type { Handler } from '../../http/serve.ts'
import type { HttpAnswer } from '../answer.ts'

/** @throws ServiceError where the caller is not let in, or the handler refuses */
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
