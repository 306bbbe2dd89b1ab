/** One row for every change by a person or a key, in the transaction of the change. */
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import type { StaffContext, TenantContext } from '../context.ts'
import { newId } from '../ids.ts'

const idOf = (answer: unknown): string | undefined =>
  typeof answer === 'object' && answer !== null && 'id' in answer && typeof answer.id === 'string'
    ? answer.id
    : undefined

export interface AuditRecord {
  /** module.verb */
  readonly action: string
  readonly target: string | null
  /** names of what was changed */
  readonly fields: readonly string[]
}

/** What `ctx.actor` did, as one entry. */
export const recordAudit = async (
  ctx: TenantContext,
  { action, target, fields }: AuditRecord,
): Promise<void> => {
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
      action,
      target,
      ctx.requestId,
      fields,
    ],
  )
}

export const writeAudit = (
  ctx: StaffContext,
  spec: Endpoint,
  params: unknown,
  body: unknown,
  answer: unknown,
): Promise<void> =>
  recordAudit(ctx, {
    action: `${spec.module}.${spec.name}`,
    target: idOf(params) ?? idOf(answer) ?? null,
    fields: typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.keys(body) : [],
  })
