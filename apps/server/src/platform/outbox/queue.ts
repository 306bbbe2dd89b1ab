/**
 * Where the messages of a channel wait. That is the table `outbox`, except for what is also a log that people read:
 * webhooks keep their deliveries, so that no message is stored twice.
 */
import type { TenantContext } from '../context.ts'
import type { Message } from './channel.ts'

export type EndState = 'SENT' | 'REFUSED' | 'PARKED'

export interface Queue {
  /** Locks those that are due and claimed by nobody; with a gather key until `soon`. */
  readonly due: (
    ctx: TenantContext,
    channel: string,
    destination: string,
    only: { readonly soon: Date; readonly urgent: boolean },
  ) => Promise<Message[]>
  readonly inFlight: (ctx: TenantContext, channel: string, destination: string) => Promise<number>
  /** When the job of the destination must run again; undefined: nothing waits. */
  readonly next: (
    ctx: TenantContext,
    channel: string,
    destination: string,
    only: { readonly urgent: boolean },
  ) => Promise<Date | undefined>
  readonly claim: (
    ctx: TenantContext,
    ids: readonly string[],
    until: Date,
    sendingId: string,
  ) => Promise<unknown>
  /** The number of these that wait and are claimed until then, or by anybody if `isSent`. */
  readonly held: (ctx: TenantContext, ids: readonly string[], until: Date, isSent: boolean) => Promise<number>
  /** @param attempts to add */
  readonly retry: (
    ctx: TenantContext,
    ids: readonly string[],
    at: Date,
    fault: string,
    attempts: 0 | 1,
  ) => Promise<unknown>
  readonly end: (
    ctx: TenantContext,
    ids: readonly string[],
    state: EndState,
    fault: string | null,
  ) => Promise<unknown>
  /** The destination is gone. */
  readonly forget: (ctx: TenantContext, channel: string, destination: string) => Promise<unknown>
}

const atMost = 500
/** How soon a process looks again that finds the slots of the destination in use. */
const busyMs = 5000
/** During maintenance only urgent messages are sent; the others are looked at again after this time. */
const maintenanceMs = 60_000

const ofDestination = "tenant_id = $1 and channel = $2 and destination = $3 and state = 'WAITING'"

const dueText = `select id, kind, subject, gather, due_at as "dueAt", sending_id as "sendingId", pushed_at as "pushedAt",
    attempts, urgent, trace
  from outbox where ${ofDestination} and (claimed_until is null or claimed_until <= $4)
    and due_at <= case when gather is null then $4::timestamptz else $5::timestamptz end and (urgent or not $6)
  order by due_at, id limit ${atMost} for update skip locked`
const inFlightText = `select count(distinct sending_id) as n from outbox where ${ofDestination} and claimed_until > $4`
const nextText = `select min(case when $5 and not urgent then greatest(due_at, $6::timestamptz)
    when due_at > $4 then due_at else $7::timestamptz end) as next
  from outbox where ${ofDestination}`
const claimText = `update outbox set claimed_until = $3, due_at = $3, sending_id = $4
  where tenant_id = $1 and id = any($2::uuid[])`
const heldText = `select count(*) as n from outbox
  where tenant_id = $1 and id = any($2::uuid[]) and state = 'WAITING' and (claimed_until = $3 or $4)`
const retryText = `update outbox set due_at = $3, claimed_until = null, fault = $4, attempts = attempts + $5
  where tenant_id = $1 and id = any($2::uuid[])`
const endText = `update outbox set state = $3, fault = $4, ended_at = $5, claimed_until = null
  where tenant_id = $1 and id = any($2::uuid[]) and state = 'WAITING'`
const forgetText = `delete from outbox
  where tenant_id = $1 and channel = $2 and destination = $3 and state = 'WAITING'`

const after = ({ now }: TenantContext, milliseconds: number): Date => new Date(now.getTime() + milliseconds)

export const outbox: Queue = {
  due: (ctx, channel, destination, { soon, urgent }) =>
    ctx.run<Message>(dueText, [ctx.tenantId, channel, destination, ctx.now, soon, urgent]),
  inFlight: async (ctx, channel, destination) => {
    const [row] = await ctx.run<{ n: number }>(inFlightText, [ctx.tenantId, channel, destination, ctx.now])
    return row?.n ?? 0
  },
  next: async (ctx, channel, destination, { urgent }) => {
    const [row] = await ctx.run<{ next: Date | null }>(nextText, [
      ctx.tenantId,
      channel,
      destination,
      ctx.now,
      urgent,
      after(ctx, maintenanceMs),
      // What waits for a slot of the destination is claimed when one becomes free.
      after(ctx, busyMs),
    ])
    return row?.next ?? undefined
  },
  claim: (ctx, ids, until, sendingId) => ctx.run(claimText, [ctx.tenantId, ids, until, sendingId]),
  held: async (ctx, ids, until, isSent) => {
    const [row] = await ctx.run<{ n: number }>(heldText, [ctx.tenantId, ids, until, isSent])
    return row?.n ?? 0
  },
  retry: (ctx, ids, at, fault, attempts) => ctx.run(retryText, [ctx.tenantId, ids, at, fault, attempts]),
  end: (ctx, ids, state, fault) => ctx.run(endText, [ctx.tenantId, ids, state, fault, ctx.now]),
  forget: (ctx, channel, destination) => ctx.run(forgetText, [ctx.tenantId, channel, destination]),
}
