/** One row for every change by a person or a key, in the transaction of the change. */
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import type { StaffContext } from '../context.ts'
import { newId } from '../ids.ts'

const idOf = (answer: unknown): string | undefined =>
  typeof answer === 'object' && answer !== null && 'id' in answer && typeof answer.id === 'string'
    ? answer.id
    : undefined

export const writeAudit = async (
  ctx: StaffContext,
  spec: Endpoint,
  params: unknown,
  body: unknown,
  answer: unknown,
): Promise<void> => {
  const target = idOf(params) ?? idOf(answer) ?? null
  const fields = typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.keys(body) : []
  await ctx.run(
    `insert into audit_entry (tenant_id, id, at, actor_kind, actor_id, actor_name, action, target, request_id, fields)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      ctx.tenantId,
      newId(ctx.now.getTime()),
      ctx.now,
      ctx.actor.kind,
      ctx.actor.id,
      ctx.actor.name,
      `${spec.module}.${spec.name}`,
      target,
      ctx.requestId,
      fields,
    ],
  )
}
