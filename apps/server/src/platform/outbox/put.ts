/** Puts messages into the outbox, in the transaction of their cause. */
import type { TenantContext } from '../context.ts'
import { newId } from '../ids.ts'
import { currentTrace } from '../traces/spans.ts'

export interface NewMessage {
  /** default: a new one; a repeat with the same id changes nothing */
  readonly id?: string
  readonly destination: string
  readonly kind: string
  readonly subject: unknown
  /** default: now */
  readonly dueAt?: Date
  /** messages to the destination with the same key may be sent as one */
  readonly gather?: string
  readonly pushedAt?: Date
}

const insertText = `insert into outbox (tenant_id, id, channel, destination, kind, subject, due_at, gather, pushed_at, created_at, trace)
  select $1, row.id, $2, row.destination, row.kind, row.subject, row.due_at, row.gather, row.pushed_at, $10, $11
  from unnest($3::uuid[], $4::text[], $5::text[], $6::jsonb[], $7::timestamptz[], $8::text[], $9::timestamptz[])
    as row (id, destination, kind, subject, due_at, gather, pushed_at)
  on conflict (tenant_id, id) do nothing`

/** Destinations of a transaction that are to be woken, by channel. */
const toWake = new WeakMap<TenantContext['db'], Map<string, Map<string, Date>>>()

/** In one order and at the end, so that transactions with messages for the same people do not deadlock. */
const wakeAll = async (ctx: TenantContext): Promise<void> => {
  const channels = toWake.get(ctx.db)
  if (!channels) return
  toWake.delete(ctx.db)
  for (const [channel, times] of [...channels].sort()) await ctx.scheduleEachNoLaterThan(channel, times)
}

export const put = async (
  ctx: TenantContext,
  channel: string,
  messages: readonly NewMessage[],
): Promise<void> => {
  if (messages.length === 0) return
  await ctx.run(insertText, [
    ctx.tenantId,
    channel,
    messages.map(({ id }) => id ?? newId(ctx.now.getTime())),
    messages.map(({ destination }) => destination),
    messages.map(({ kind }) => kind),
    messages.map(({ subject }) => JSON.stringify(subject)),
    messages.map(({ dueAt }) => dueAt ?? ctx.now),
    messages.map(({ gather }) => gather ?? null),
    messages.map(({ pushedAt }) => pushedAt ?? null),
    ctx.now,
    currentTrace(),
  ])
  const channels = toWake.get(ctx.db) ?? new Map<string, Map<string, Date>>()
  toWake.set(ctx.db, channels)
  const times = channels.get(channel) ?? new Map<string, Date>()
  channels.set(channel, times)
  for (const { destination, dueAt = ctx.now } of messages) {
    const before = times.get(destination)
    times.set(destination, before && before < dueAt ? before : dueAt)
  }
  // Each call registers it, because a savepoint that is rolled back takes its registrations with it.
  ctx.beforeCommit(() => wakeAll(ctx))
  // What gathers waits for the next poll, so that messages of the same second are sent as one.
  if (messages.some(({ dueAt = ctx.now, gather }) => dueAt <= ctx.now && gather === undefined))
    ctx.afterCommit(ctx.platform.wakeScheduledJobs)
}
