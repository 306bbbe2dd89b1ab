/** Writes what happened in the transaction of the change that caused it. */
import type { EventName, EventPayload } from '#contracts/events.ts'
import type { Actor, TenantContext } from '../context.ts'
import { newId } from '../ids.ts'

/** Of this moment and not of the request's begin: of two that waited for one row, ids follow the order of their changes. */
const idOf = (ctx: TenantContext): string => newId(ctx.platform.clock.now().getTime())

/** Who acts, as far as it is told with what they caused. */
const causeOf = ({ kind, id }: Actor): readonly [kind: string, id: string | null] => [
  kind,
  kind === 'VISITOR' || kind === 'SYSTEM' ? null : id,
]

/** @returns the event's id */
export const emit = async <N extends EventName>(
  ctx: TenantContext,
  type: N,
  payload: EventPayload<N>,
): Promise<string> => {
  const id = idOf(ctx)
  await ctx.run(
    `insert into event (tenant_id, id, type, payload, at, actor_kind, actor_id)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [ctx.tenantId, id, type, JSON.stringify(payload), ctx.now, ...causeOf(ctx.actor)],
  )
  ctx.afterCommit(() => ctx.platform.wake(ctx.tenantId))
  return id
}

/** An event with its name, made by `domainEvent`, so that the two fit. */
export interface DomainEvent {
  readonly type: EventName
  readonly payload: EventPayload<EventName>
}

export const domainEvent = <N extends EventName>(type: N, payload: EventPayload<N>): DomainEvent => ({
  type,
  payload,
})

/** The same for many, in their order and in one statement. */
export const emitEach = async (ctx: TenantContext, events: readonly DomainEvent[]): Promise<void> => {
  if (events.length === 0) return
  await ctx.run(
    `insert into event (tenant_id, id, type, payload, at, actor_kind, actor_id)
     select $1, row.id, row.type, row.payload, $5, $6, $7 from unnest($3::uuid[], $2::text[], $4::jsonb[]) as row (id, type, payload)`,
    [
      ctx.tenantId,
      events.map(({ type }) => type),
      events.map(() => idOf(ctx)),
      events.map(({ payload }) => JSON.stringify(payload)),
      ctx.now,
      ...causeOf(ctx.actor),
    ],
  )
  ctx.afterCommit(() => ctx.platform.wake(ctx.tenantId))
}

/** The same for many of one kind. */
export const emitAll = <N extends EventName>(
  ctx: TenantContext,
  type: N,
  payloads: readonly EventPayload<N>[],
): Promise<void> =>
  emitEach(
    ctx,
    payloads.map((payload) => domainEvent(type, payload)),
  )
