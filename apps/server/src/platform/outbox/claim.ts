/**
 * Claims the next sendings of a destination. A claim is committed before sending; it ends with the result, or by its
 * time if the process died. The caller holds the scheduled job of the destination.
 */
import type { TenantContext } from '../context.ts'
import { reasonOf } from '../gate/limits/store.ts'
import type { Channel, FollowUp, Message, Messages, Prepared, Sending } from './channel.ts'

const atMost = 500
/** How soon a process whose slots are all in use looks again, and one that finds those of the destination in use. */
const fullMs = 1000
const busyMs = 5000
/** During maintenance only urgent messages are sent; the others are looked at again after this time. */
const maintenanceMs = 60_000

const ofDestination = "tenant_id = $1 and channel = $2 and destination = $3 and state = 'WAITING'"

const dueText = `select id, kind, subject, gather, due_at as "dueAt", sending_id as "sendingId", pushed_at as "pushedAt",
    attempts, urgent
  from outbox where ${ofDestination} and (claimed_until is null or claimed_until <= $4)
    and due_at <= case when gather is null then $4::timestamptz else $5::timestamptz end and (urgent or not $6)
  order by due_at, id limit ${atMost} for update skip locked`
const inFlightText = `select count(distinct sending_id) as n from outbox where ${ofDestination} and claimed_until > $4`
const nextText = `select min(case when $5 and not urgent then greatest(due_at, $6::timestamptz)
    when due_at > $4 then due_at else $7::timestamptz end) as next
  from outbox where ${ofDestination}`

const claimText = `update outbox set claimed_until = $3, due_at = $3, sending_id = $4
  where tenant_id = $1 and id = any($2::uuid[])`
const laterText = `update outbox set due_at = $3, claimed_until = null, sending_id = null
  where tenant_id = $1 and id = any($2::uuid[])`
const failedText = `update outbox set due_at = $3, claimed_until = null, attempts = attempts + 1, fault = $4
  where tenant_id = $1 and id = any($2::uuid[])`
const postponedText = `update outbox set due_at = $3, claimed_until = null, fault = $4
  where tenant_id = $1 and id = any($2::uuid[])`
const followUpText = `update outbox set due_at = $3, subject = $4, pushed_at = $5, claimed_until = null, attempts = 0
  where tenant_id = $1 and id = $2`
const endText = `update outbox set state = $3, fault = $4, ended_at = $5, claimed_until = null
  where tenant_id = $1 and id = any($2::uuid[]) and state = 'WAITING'`
// What waits for an operator is a parked scheduled job, like all other dead letters.
const parkText = `insert into due_work (tenant_id, kind, key, due_at, parked_at, fault) values ($1, $2, $3, $4, $4, $5)
  on conflict (tenant_id, kind, key) do update set parked_at = excluded.parked_at, fault = excluded.fault`

export const idsOf = (messages: readonly Message[]): string[] => messages.map(({ id }) => id)

export const end = (
  ctx: TenantContext,
  messages: readonly Message[],
  state: 'SENT' | 'REFUSED' | 'PARKED',
  fault: string | null = null,
): Promise<unknown> => ctx.run(endText, [ctx.tenantId, idsOf(messages), state, fault, ctx.now])

const makeDueAt = (ctx: TenantContext, messages: readonly Message[], at: Date): Promise<unknown> =>
  ctx.run(laterText, [ctx.tenantId, idsOf(messages), at])

/** The first message waits for what is left; the others have ended. */
export const followUp = async (
  ctx: TenantContext,
  [first, ...others]: Messages,
  { dueAt, subject }: FollowUp,
): Promise<void> => {
  await ctx.run(followUpText, [ctx.tenantId, first.id, dueAt, JSON.stringify(subject), ctx.now])
  if (others.length > 0) await end(ctx, others, 'SENT')
}

/** The destination takes nothing for a while, so this was no attempt. */
export const postpone = (
  ctx: TenantContext,
  messages: readonly Message[],
  afterMs: number,
  fault: string,
): Promise<unknown> =>
  ctx.run(postponedText, [ctx.tenantId, idsOf(messages), new Date(ctx.now.getTime() + afterMs), fault])

const dead = 'parked'

/** Tries again after the next pause, or gives up after the last. */
export const fail = async <T, R, S>(
  ctx: TenantContext,
  { name, pauses, deadLetters }: Channel<T, R, S>,
  destination: string,
  messages: Messages,
  fault: string,
  retryAfterMs = 0,
): Promise<void> => {
  const pause = pauses[Math.max(...messages.map(({ attempts }) => attempts))]
  if (pause !== undefined) {
    const at = new Date(ctx.now.getTime() + Math.max(pause, retryAfterMs))
    await ctx.run(failedText, [ctx.tenantId, idsOf(messages), at, fault])
    return
  }
  await end(ctx, messages, deadLetters ? 'PARKED' : 'REFUSED', fault)
  if (deadLetters)
    await ctx.run(parkText, [ctx.tenantId, name, `${dead} ${messages[0].id} ${destination}`, ctx.now, fault])
}

const reviveText = `update outbox set state = 'WAITING', due_at = $3, attempts = 0, ended_at = null
  where tenant_id = $1 and state = 'PARKED' and coalesce(sending_id, id) = $2`

/** Makes dead letters due that an operator retries. @returns the destination that the key names */
export const destinationOf = async (ctx: TenantContext, key: string): Promise<string> => {
  const [mark, id, ...destination] = key.split(' ')
  if (mark !== dead) return key
  await ctx.run(reviveText, [ctx.tenantId, id, ctx.now])
  return destination.join(' ')
}

/** Those that were tried together stay together, since the receiver may know the first attempt. */
export const byGatherKey = (due: readonly Message[]): Messages[] => {
  const groups = new Map<string, [Message, ...Message[]]>()
  for (const message of due) {
    const key = message.sendingId ?? (message.gather === null ? message.id : `gather ${message.gather}`)
    const group = groups.get(key)
    if (group) group.push(message)
    else groups.set(key, [message])
  }
  return [...groups.values()]
}

const readDue = async <T, R, S>(
  ctx: TenantContext,
  { name, gatherMs = 0 }: Channel<T, R, S>,
  destination: string,
  urgentOnly: boolean,
): Promise<Message[]> => {
  const soon = new Date(ctx.now.getTime() + gatherMs)
  const rows = await ctx.run<Message>(dueText, [ctx.tenantId, name, destination, ctx.now, soon, urgentOnly])
  const isDue = ({ dueAt }: Message): boolean => dueAt <= ctx.now
  const fresh = rows.filter(({ sendingId }) => sendingId === null)
  const keys = new Set(fresh.filter(isDue).map(({ gather }) => gather))
  return rows.filter((row) => isDue(row) || (row.sendingId === null && keys.has(row.gather)))
}

/** A message that cannot be made fails alone. */
const prepare = async <T, R, S>(
  ctx: TenantContext,
  channel: Channel<T, R, S>,
  target: T,
  destination: string,
  messages: Messages,
): Promise<Prepared<R> | undefined> => {
  try {
    return await ctx.attempt(() => channel.prepare(ctx, target, messages))
  } catch (error) {
    const [{ id, kind }] = messages
    ctx.platform.log.error({ err: error, messageId: id, kind }, 'A message of the outbox could not be made')
    if (error instanceof TypeError) await end(ctx, messages, 'REFUSED', 'INVALID')
    else await fail(ctx, channel, destination, messages, reasonOf(error))
    return undefined
  }
}

export interface Claimed<R> {
  readonly sendings: readonly Sending<R>[]
  /** when the scheduled job of the destination must run; undefined: nothing waits */
  readonly next: Date | undefined
  /** something is due, and only a slot of this process is missing */
  readonly full?: boolean
}

/** @param room how many more this process may send */
export const claimNext = async <T, R, S>(
  ctx: TenantContext,
  channel: Channel<T, R, S>,
  destination: string,
  target: T,
  room: number,
): Promise<Claimed<R>> => {
  const { tenantId, now, platform } = ctx
  const { inFlight, restsUntil } = channel.limits(target, now)
  const where = [tenantId, channel.name, destination]
  const rests = restsUntil !== undefined && restsUntil > now
  const urgentOnly = platform.maintenance.state.on
  const due = rests ? [] : await readDue(ctx, channel, destination, urgentOnly)
  const [counted] = due.length > 0 ? await ctx.run<{ n: number }>(inFlightText, [...where, now]) : []
  const groups = (channel.groups ?? byGatherKey)(due)
  const free = Math.min(room, inFlight - (counted?.n ?? 0))
  const sendings: Sending<R>[] = []
  for (const messages of groups) {
    if (sendings.length >= free) break
    const prepared = await prepare(ctx, channel, target, destination, messages)
    if (prepared === undefined) continue
    if ('until' in prepared) await makeDueAt(ctx, messages, prepared.until)
    else if ('end' in prepared) await end(ctx, messages, 'SENT')
    else {
      const until = new Date(now.getTime() + channel.claimMs)
      const id = messages[0].sendingId ?? messages[0].id
      await ctx.run(claimText, [tenantId, idsOf(messages), until, id])
      sendings.push({ tenantId, id, destination, messages, ready: prepared.ready, until })
    }
  }
  if (rests) return { sendings, next: restsUntil }
  const after = (milliseconds: number): Date => new Date(now.getTime() + milliseconds)
  if (due.length > 0 && room <= 0) return { sendings, next: after(fullMs), full: true }
  // What waits for a slot of the destination is claimed when one becomes free.
  const [row] = await ctx.run<{ next: Date | null }>(nextText, [
    ...where,
    now,
    urgentOnly,
    after(maintenanceMs),
    after(busyMs),
  ])
  return { sendings, next: row?.next ?? undefined }
}
