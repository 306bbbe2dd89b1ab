/**
 * Sends claimed messages outside of transactions. The result is recorded with the end of the claim, and what is due
 * next to the same destination is claimed in the same transaction.
 */
import type { Platform, TenantContext } from '../context.ts'
import { tenantContextFor } from '../events/tenant-context.ts'
import { reasonOf } from '../gate/limits/store.ts'
import type { ScheduledJobHandler } from '../work/scheduled-jobs.ts'
import type { Channel, Outcome, Sending } from './channel.ts'
import { claimNext, destinationOf, end, fail, followUp, idsOf } from './claim.ts'

interface Sender {
  readonly slots: Map<string, Set<Promise<void>>>
  stopped: boolean
}

const senders = new WeakMap<Platform, Sender>()

const senderOf = (platform: Platform): Sender => {
  const sender = senders.get(platform) ?? { slots: new Map(), stopped: false }
  senders.set(platform, sender)
  return sender
}

const slotsOf = (platform: Platform, channel: string): Set<Promise<void>> => {
  const { slots } = senderOf(platform)
  const own = slots.get(channel) ?? new Set()
  slots.set(channel, own)
  return own
}

const roomOf = <T, R, S>(platform: Platform, { name, atOnce }: Channel<T, R, S>): number =>
  senderOf(platform).stopped ? 0 : atOnce - slotsOf(platform, name).size

/** A sending that threw has no result. */
type Attempted<S> = Outcome<S> | { readonly state: 'FAILED'; readonly fault: string }

const heldText = `select count(*) as n from outbox
  where tenant_id = $1 and id = any($2::uuid[]) and state = 'WAITING' and (claimed_until = $3 or $4)`

/** Of an expired claim only a success counts, since another process may be sending it again. */
const isHeld = async (
  ctx: TenantContext,
  { messages, until }: Pick<Sending<unknown>, 'messages' | 'until'>,
  isSent: boolean,
): Promise<boolean> => {
  const [row] = await ctx.run<{ n: number }>(heldText, [ctx.tenantId, idsOf(messages), until, isSent])
  return row?.n === messages.length
}

const record = async <T, R, S>(
  ctx: TenantContext,
  channel: Channel<T, R, S>,
  target: T,
  sending: Sending<R>,
  outcome: Attempted<S>,
): Promise<void> => {
  const { messages, destination } = sending
  if (!(await isHeld(ctx, sending, outcome.state === 'SENT'))) return
  const left = 'result' in outcome ? await channel.record?.(ctx, target, sending, outcome) : undefined
  if (left) await followUp(ctx, messages, left)
  else if (outcome.state === 'SENT') await end(ctx, messages, 'SENT')
  else if (outcome.state === 'REFUSED') await end(ctx, messages, 'REFUSED', outcome.fault)
  else {
    const retryAfterMs = 'retryAfterMs' in outcome ? outcome.retryAfterMs : undefined
    await fail(ctx, channel, destination, messages, outcome.fault, retryAfterMs)
  }
}

/** Records a result and claims what is next, under the lock of the destination's scheduled job. */
const conclude = async <T, R, S>(
  ctx: TenantContext,
  channel: Channel<T, R, S>,
  sending: Sending<R>,
  outcome: Attempted<S>,
): Promise<readonly Sending<R>[]> => {
  ctx.skipInvalidation()
  const { destination } = sending
  // Locks its row also where there is none, so that none is removed below that somebody has added meanwhile.
  await ctx.scheduleNoLaterThan(channel.name, destination, sending.until)
  const target = await channel.open(ctx, destination)
  if (target === undefined) return []
  await record(ctx, channel, target, sending, outcome)
  // The slot of this sending is free again.
  const room = senderOf(ctx.platform).stopped ? 0 : roomOf(ctx.platform, channel) + 1
  const { sendings, next } = await claimNext(ctx, channel, destination, target, room)
  if (next) await ctx.schedule(channel.name, destination, next)
  else await ctx.cancel(channel.name, destination)
  return sendings
}

const sendOnce = async <T, R, S>(
  platform: Platform,
  channel: Channel<T, R, S>,
  sending: Sending<R>,
): Promise<Attempted<S>> => {
  try {
    return await channel.send(platform, sending)
  } catch (error) {
    platform.log.warn({ err: error, messageId: sending.id, channel: channel.name }, 'A message was not sent')
    return { state: 'FAILED', fault: reasonOf(error) }
  }
}

const sendInTurn = async <T, R, S>(
  platform: Platform,
  channel: Channel<T, R, S>,
  first: Sending<R>,
): Promise<void> => {
  for (let next: Sending<R> | undefined = first; next; ) {
    const sending: Sending<R> = next
    const outcome = await sendOnce(platform, channel, sending)
    const { tenantId, id, messages } = sending
    const urgent = messages.some((message) => message.urgent)
    const inside = tenantContextFor(platform, tenantId, channel.name, id, urgent)
    const [own, ...others] = await inside((ctx) => conclude(ctx, channel, sending, outcome))
    send(platform, channel, others)
    next = own
  }
}

/** Sends in parallel. A result that cannot be recorded means another attempt after the claim ends. */
const send = <T, R, S>(
  platform: Platform,
  channel: Channel<T, R, S>,
  sendings: readonly Sending<R>[],
): void => {
  const slots = slotsOf(platform, channel.name)
  for (const sending of sendings) {
    const slot = sendInTurn(platform, channel, sending).catch((error: unknown) =>
      platform.log.warn(
        { err: error, messageId: sending.id, channel: channel.name },
        'The result of a message could not be recorded; it will be sent again',
      ),
    )
    slots.add(slot)
    void slot.finally(() => slots.delete(slot))
  }
}

const forgetText = `delete from outbox
  where tenant_id = $1 and channel = $2 and destination = $3 and state = 'WAITING'`

const sendDue = async <T, R, S>(
  ctx: TenantContext,
  channel: Channel<T, R, S>,
  key: string,
): Promise<void> => {
  ctx.skipInvalidation()
  const destination = await destinationOf(ctx, key)
  const target = await channel.open(ctx, destination)
  if (target === undefined) {
    await ctx.run(forgetText, [ctx.tenantId, channel.name, destination])
    return
  }
  const { platform } = ctx
  const { sendings, next } = await claimNext(ctx, channel, destination, target, roomOf(platform, channel))
  if (next) await ctx.scheduleNoLaterThan(channel.name, destination, next)
  ctx.afterCommit(() => send(platform, channel, sendings))
}

/** A channel that sends: its scheduled job has one row for each destination with waiting messages. */
export interface OpenChannel {
  readonly name: string
  readonly sendDue: ScheduledJobHandler
}

export const openChannel = <T, R, S>(channel: Channel<T, R, S>): OpenChannel => ({
  name: channel.name,
  sendDue: (ctx, key) => sendDue(ctx, channel, key),
})

const allSlots = (platform: Platform): Promise<void>[] =>
  [...senderOf(platform).slots.values()].flatMap((slots) => [...slots])

/** Stops sending; what is being sent finishes. What takes too long is sent again by another process. */
export const stopSending = async (platform: Platform): Promise<void> => {
  senderOf(platform).stopped = true
  await Promise.allSettled(allSlots(platform))
}

export const isSending = (platform: Platform): boolean => allSlots(platform).length > 0

/** Resolves when nothing is being sent; for tests and the command line. */
export const whenSent = async (platform: Platform): Promise<void> => {
  while (isSending(platform)) await Promise.allSettled(allSlots(platform))
}
