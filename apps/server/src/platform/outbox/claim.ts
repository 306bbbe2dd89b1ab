/**
 * Claims the next sendings of a destination. A claim is committed before sending; it ends with the result, or by its
 * time if the process died. The caller holds the scheduled job of the destination.
 */
import type { TenantContext } from '../context.ts'
import { reasonOf } from '../gate/limits/store.ts'
import type { Channel, FollowUp, Message, Messages, Prepared, Sending } from './channel.ts'
import { type EndState, outbox, type Queue } from './queue.ts'

/** How soon a process whose slots are all in use looks again. */
const fullMs = 1000

const laterText = `update outbox set due_at = $3, claimed_until = null, sending_id = null
  where tenant_id = $1 and id = any($2::uuid[])`
const followUpText = `update outbox set due_at = $3, subject = $4, pushed_at = $5, claimed_until = null, attempts = 0
  where tenant_id = $1 and id = $2`
// What waits for an operator is a parked scheduled job, like all other dead letters.
const parkText = `insert into due_work (tenant_id, kind, key, due_at, parked_at, fault) values ($1, $2, $3, $4, $4, $5)
  on conflict (tenant_id, kind, key) do update set parked_at = excluded.parked_at, fault = excluded.fault`

export const idsOf = (messages: readonly Message[]): string[] => messages.map(({ id }) => id)

type Waiting = Pick<Channel<never, never, never>, 'queue'>

const queueOf = ({ queue = outbox }: Waiting): Queue => queue

export const end = (
  ctx: TenantContext,
  channel: Waiting,
  messages: readonly Message[],
  state: EndState,
  fault: string | null = null,
): Promise<unknown> => queueOf(channel).end(ctx, idsOf(messages), state, fault)

export const forget = (
  ctx: TenantContext,
  channel: Waiting & { readonly name: string },
  destination: string,
): Promise<unknown> => queueOf(channel).forget(ctx, channel.name, destination)

/** Of an expired claim only a success counts, since another process may be sending it again. */
export const isHeld = async (
  ctx: TenantContext,
  channel: Waiting,
  { messages, until }: Pick<Sending<unknown>, 'messages' | 'until'>,
  isSent: boolean,
): Promise<boolean> => (await queueOf(channel).held(ctx, idsOf(messages), until, isSent)) === messages.length

const makeDueAt = (ctx: TenantContext, messages: readonly Message[], at: Date): Promise<unknown> =>
  ctx.run(laterText, [ctx.tenantId, idsOf(messages), at])

/** The first message waits for what is left; the others have ended. */
export const followUp = async (
  ctx: TenantContext,
  channel: Waiting,
  [first, ...others]: Messages,
  { dueAt, subject }: FollowUp,
): Promise<void> => {
  await ctx.run(followUpText, [ctx.tenantId, first.id, dueAt, JSON.stringify(subject), ctx.now])
  if (others.length > 0) await end(ctx, channel, others, 'SENT')
}

/** The destination takes nothing for a while, so this was no attempt. */
export const postpone = (
  ctx: TenantContext,
  channel: Waiting,
  messages: readonly Message[],
  afterMs: number,
  fault: string,
): Promise<unknown> =>
  queueOf(channel).retry(ctx, idsOf(messages), new Date(ctx.now.getTime() + afterMs), fault, 0)

const dead = 'parked'

/** Tries again after the next pause, or gives up after the last. */
export const fail = async <T, R, S>(
  ctx: TenantContext,
  channel: Channel<T, R, S>,
  destination: string,
  messages: Messages,
  fault: string,
  retryAfterMs = 0,
): Promise<void> => {
  const { name, pauses, jitter = 0, deadLetters } = channel
  const pause = pauses[Math.max(...messages.map(({ attempts }) => attempts))]
  if (pause !== undefined) {
    const wait = Math.max(pause * (1 - jitter + 2 * jitter * Math.random()), retryAfterMs)
    await queueOf(channel).retry(ctx, idsOf(messages), new Date(ctx.now.getTime() + wait), fault, 1)
    return
  }
  await end(ctx, channel, messages, deadLetters ? 'PARKED' : 'REFUSED', fault)
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
  channel: Channel<T, R, S>,
  destination: string,
  urgent: boolean,
): Promise<Message[]> => {
  const { name, gatherMs = 0 } = channel
  const soon = new Date(ctx.now.getTime() + gatherMs)
  const rows = await queueOf(channel).due(ctx, name, destination, { soon, urgent })
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
    if (error instanceof TypeError) await end(ctx, channel, messages, 'REFUSED', 'INVALID')
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
  const { now, platform } = ctx
  const { name } = channel
  const queue = queueOf(channel)
  const { inFlight, restsUntil } = channel.limits(target, now)
  const rests = restsUntil !== undefined && restsUntil > now
  const urgent = platform.maintenance.state.on
  const due = rests ? [] : await readDue(ctx, channel, destination, urgent)
  const used = due.length > 0 ? await queue.inFlight(ctx, name, destination) : 0
  const groups = (channel.groups ?? byGatherKey)(due)
  const free = Math.min(room, inFlight - used)
  const sendings: Sending<R>[] = []
  for (const messages of groups) {
    if (sendings.length >= free) break
    const prepared = await prepare(ctx, channel, target, destination, messages)
    if (prepared === undefined) continue
    if ('until' in prepared) await makeDueAt(ctx, messages, prepared.until)
    else if ('end' in prepared) await end(ctx, channel, messages, 'SENT')
    else {
      const until = new Date(now.getTime() + channel.claimMs)
      const id = messages[0].sendingId ?? messages[0].id
      await queue.claim(ctx, idsOf(messages), until, id)
      sendings.push({ tenantId: ctx.tenantId, id, destination, messages, ready: prepared.ready, until })
    }
  }
  if (rests) return { sendings, next: restsUntil }
  if (due.length > 0 && room <= 0) return { sendings, next: new Date(now.getTime() + fullMs), full: true }
  return { sendings, next: await queue.next(ctx, name, destination, { urgent }) }
}
