/** Writes domain events in the transaction of their cause. */
import type { EventName, EventPayload } from '#contracts/events.ts'
import type { Actor, TenantContext } from '../context.ts'
import { newId } from '../ids.ts'
import { currentTrace } from '../traces/spans.ts'

/**
 * Uses the current time, not that of the request: if two requests wait for a row, the ids follow the order of their
 * changes.
 */
const idOf = (ctx: TenantContext): string => newId(ctx.platform.clock.now().getTime())

/** The actor as stored with the event; visitors and the system have no id. */
const causeOf = ({ kind, id }: Actor): readonly [kind: string, id: string | null] => [
  kind,
  kind === 'VISITOR' || kind === 'SYSTEM' ? null : id,
]

/** @returns id of the event */
export const emit = async <N extends EventName>(
  ctx: TenantContext,
  type: N,
  payload: EventPayload<N>,
): Promise<string> => {
  const id = idOf(ctx)
  await ctx.run(
    `insert into event (tenant_id, id, type, payload, at, actor_kind, actor_id, trace)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [ctx.tenantId, id, type, JSON.stringify(payload), ctx.now, ...causeOf(ctx.actor), currentTrace()],
  )
  ctx.afterCommit(() => ctx.platform.wake(ctx.tenantId))
  return id
}

/** A domain event; create it with `domainEvent`, which checks the payload. */
export interface DomainEvent {
  readonly type: EventName
  readonly payload: EventPayload<EventName>
}

export const domainEvent = <N extends EventName>(type: N, payload: EventPayload<N>): DomainEvent => ({
  type,
  payload,
})

/** Emits several events in order, in one statement. */
export const emitEach = async (ctx: TenantContext, events: readonly DomainEvent[]): Promise<void> => {
  if (events.length === 0) return
  await ctx.run(
    `insert into event (tenant_id, id, type, payload, at, actor_kind, actor_id, trace)
     select $1, row.id, row.type, row.payload, $5, $6, $7, $8 from unnest($3::uuid[], $2::text[], $4::jsonb[]) as row (id, type, payload)`,
    [
      ctx.tenantId,
      events.map(({ type }) => type),
      events.map(() => idOf(ctx)),
      events.map(({ payload }) => JSON.stringify(payload)),
      ctx.now,
      ...causeOf(ctx.actor),
      currentTrace(),
    ],
  )
  ctx.afterCommit(() => ctx.platform.wake(ctx.tenantId))
}

/** Emits several events of one type. */
export const emitAll = <N extends EventName>(
  ctx: TenantContext,
  type: N,
  payloads: readonly EventPayload<N>[],
): Promise<void> =>
  emitEach(
    ctx,
    payloads.map((payload) => domainEvent(type, payload)),
  )
