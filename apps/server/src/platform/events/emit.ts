/** Writes what happened in the transaction of the change that caused it. */
import type { EventName, EventPayload } from '#contracts/events.ts'
import type { TenantContext } from '../context.ts'
import { newId } from '../ids.ts'

/** Of this moment and not of the request's begin: of two that waited for one row, ids follow the order of their changes. */
const idOf = (ctx: TenantContext): string => newId(ctx.platform.clock.now().getTime())

/** @returns the event's id */
export const emit = async <N extends EventName>(
  ctx: TenantContext,
  type: N,
  payload: EventPayload<N>,
): Promise<string> => {
  const id = idOf(ctx)
  await ctx.run('insert into event (tenant_id, id, type, payload, at) values ($1, $2, $3, $4, $5)', [
    ctx.tenantId,
    id,
    type,
    JSON.stringify(payload),
    ctx.now,
  ])
  ctx.afterCommit(ctx.platform.wake)
  return id
}

/** The same for many events of one kind, in one statement. */
export const emitAll = async <N extends EventName>(
  ctx: TenantContext,
  type: N,
  payloads: readonly EventPayload<N>[],
): Promise<void> => {
  if (payloads.length === 0) return
  await ctx.run(
    `insert into event (tenant_id, id, type, payload, at)
     select $1, row.id, $2, row.payload, $5 from unnest($3::uuid[], $4::jsonb[]) as row (id, payload)`,
    [
      ctx.tenantId,
      type,
      payloads.map(() => idOf(ctx)),
      payloads.map((payload) => JSON.stringify(payload)),
      ctx.now,
    ],
  )
  ctx.afterCommit(ctx.platform.wake)
}
