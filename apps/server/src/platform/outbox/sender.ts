/**
 * Sends claimed messages outside of transactions. The result is recorded with the end of the claim, and what is due
 * next to the same destination is claimed in the same transaction.
 */
import type { Platform, TenantContext } from '../context.ts'
import { tenantContextFor } from '../events/tenant-context.ts'
import { reasonOf } from '../gate/limits/store.ts'
import { newId } from '../ids.ts'
import { inSpan } from '../traces/spans.ts'
import type { ScheduledJobHandler } from '../work/scheduled-jobs.ts'
import type { Channel, Outcome, Sending } from './channel.ts'
import { claimNext, destinationOf, end, fail, followUp, forget, isHeld, postpone } from './claim.ts'

interface Destination {
  readonly tenantId: string
  readonly destination: string
}

interface Sender {
  readonly slots: Map<string, Set<Promise<void>>>
  /** channels whose receivers may hang for long */
  readonly patient: Set<string>
  /** of each channel, by tenant and name: destinations that wait for a slot, the first one first */
  readonly waiting: Map<string, Map<string, Destination>>
  stopped: boolean
}

/** Those beyond are found by their scheduled job, a second later. */
const mostWaiting = 10_000

const senders = new WeakMap<Platform, Sender>()

const senderOf = (platform: Platform): Sender => {
  const sender = senders.get(platform) ?? {
    slots: new Map(),
    patient: new Set(),
    waiting: new Map(),
    stopped: false,
  }
  senders.set(platform, sender)
  return sender
}

const slotsOf = <T, R, S>(platform: Platform, { name, queue }: Channel<T, R, S>): Set<Promise<void>> => {
  const { slots, patient } = senderOf(platform)
  const own = slots.get(name) ?? new Set()
  slots.set(name, own)
  if (queue) patient.add(name)
  return own
}

const roomOf = <T, R, S>(platform: Platform, channel: Channel<T, R, S>): number =>
  senderOf(platform).stopped ? 0 : channel.atOnce - slotsOf(platform, channel).size

const waitingOf = (platform: Platform, channel: string): Map<string, Destination> => {
  const { waiting } = senderOf(platform)
  const own = waiting.get(channel) ?? new Map<string, Destination>()
  waiting.set(channel, own)
  return own
}

/** A sending that threw has no result. */
type Attempted<S> = Outcome<S> | { readonly state: 'FAILED'; readonly fault: string }

const record = async <T, R, S>(
  ctx: TenantContext,
  channel: Channel<T, R, S>,
  target: T,
  sending: Sending<R>,
  outcome: Attempted<S>,
): Promise<void> => {
  const { messages, destination } = sending
  if (!(await isHeld(ctx, channel, sending, outcome.state === 'SENT'))) return
  const left = 'result' in outcome ? await channel.record?.(ctx, target, sending, outcome) : undefined
  if (left) await followUp(ctx, channel, messages, left)
  else if (outcome.state === 'SENT') await end(ctx, channel, messages, 'SENT')
  else if (outcome.state === 'REFUSED') await end(ctx, channel, messages, 'REFUSED', outcome.fault)
  else if (outcome.state === 'LATER') await postpone(ctx, channel, messages, outcome.afterMs, outcome.fault)
  else {
    const retryAfterMs = 'retryAfterMs' in outcome ? outcome.retryAfterMs : undefined
    await fail(ctx, channel, destination, messages, outcome.fault, retryAfterMs)
  }
}

const waitForSlot = <T, R, S>(
  { platform, tenantId }: TenantContext,
  channel: Channel<T, R, S>,
  destination: string,
): void => {
  const waiting = waitingOf(platform, channel.name)
  if (waiting.size < mostWaiting) waiting.set(`${tenantId} ${destination}`, { tenantId, destination })
  // The last slot may have become free meanwhile.
  if (roomOf(platform, channel) > 0) send(platform, channel, [undefined])
}

/** Claims what is next to a destination, under the lock of its scheduled job. @param before that, with its target */
const claimAgain = async <T, R, S>(
  ctx: TenantContext,
  channel: Channel<T, R, S>,
  destination: string,
  until: Date,
  before?: (target: T) => Promise<void>,
): Promise<readonly Sending<R>[]> => {
  ctx.skipInvalidation()
  // Locks its row also where there is none, so that none is removed below that somebody has added meanwhile.
  await ctx.scheduleNoLaterThan(channel.name, destination, until)
  const target = await channel.open(ctx, destination)
  if (target === undefined) return []
  await before?.(target)
  // The slot of the caller is free again.
  const room = senderOf(ctx.platform).stopped ? 0 : roomOf(ctx.platform, channel) + 1
  const { sendings, next, full } = await claimNext(ctx, channel, destination, target, room)
  if (full) ctx.afterCommit(() => waitForSlot(ctx, channel, destination))
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
    const { tenantId, messages } = sending
    const attributes = { 'wellkept.tenant_id': tenantId, 'wellkept.messages': messages.length }
    return await inSpan(`send ${channel.name}`, attributes, messages[0].trace, () =>
      channel.send(platform, sending),
    )
  } catch (error) {
    platform.log.warn({ err: error, messageId: sending.id, channel: channel.name }, 'A message was not sent')
    return { state: 'FAILED', fault: reasonOf(error) }
  }
}

/** Sends and records the result. @returns what is claimed next to the same destination */
const sendAndClaim = async <T, R, S>(
  platform: Platform,
  channel: Channel<T, R, S>,
  sending: Sending<R>,
): Promise<readonly Sending<R>[]> => {
  const outcome = await sendOnce(platform, channel, sending)
  const { tenantId, id, messages, destination, until } = sending
  const urgent = messages.some((message) => message.urgent)
  const inside = tenantContextFor(platform, tenantId, channel.name, id, urgent)
  return inside((ctx) =>
    claimAgain(ctx, channel, destination, until, (target) => record(ctx, channel, target, sending, outcome)),
  )
}

/** @returns what is claimed to the first destination that has waited for a slot and still has something due */
const claimForWaiting = async <T, R, S>(
  platform: Platform,
  channel: Channel<T, R, S>,
): Promise<readonly Sending<R>[]> => {
  const waiting = waitingOf(platform, channel.name)
  for (const [key, { tenantId, destination }] of waiting) {
    // Jobs side by side may have used a slot too many, which is then given up.
    if (roomOf(platform, channel) < 0) return []
    waiting.delete(key)
    const now = platform.clock.now()
    const inside = tenantContextFor(platform, tenantId, channel.name, newId(now.getTime()))
    const claimed = await inside((ctx) =>
      claimAgain(ctx, channel, destination, new Date(now.getTime() + channel.claimMs)),
    )
    if (claimed.length > 0) return claimed
  }
  return []
}

/** Uses one slot until nothing is left for it. */
const sendInTurn = async <T, R, S>(
  platform: Platform,
  channel: Channel<T, R, S>,
  first: Sending<R> | undefined,
): Promise<void> => {
  for (let next = first; ; ) {
    const same: readonly Sending<R>[] = next ? await sendAndClaim(platform, channel, next) : []
    const [own, ...others] = same.length > 0 ? same : await claimForWaiting(platform, channel)
    if (!own) return
    send(platform, channel, others)
    next = own
  }
}

/** Sends in parallel; undefined is a slot for what waits for one. A result that cannot be recorded means another attempt after the claim ends. */
const send = <T, R, S>(
  platform: Platform,
  channel: Channel<T, R, S>,
  sendings: readonly (Sending<R> | undefined)[],
): void => {
  const slots = slotsOf(platform, channel)
  for (const sending of sendings) {
    const slot = sendInTurn(platform, channel, sending).catch((error: unknown) =>
      platform.log.warn(
        { err: error, messageId: sending?.id, channel: channel.name },
        'The result of a message could not be recorded; it will be sent again',
      ),
    )
    slots.add(slot)
    void slot.finally(() => slots.delete(slot))
  }
}

const sendDue = async <T, R, S>(
  ctx: TenantContext,
  channel: Channel<T, R, S>,
  key: string,
): Promise<void> => {
  ctx.skipInvalidation()
  const destination = await destinationOf(ctx, key)
  const target = await channel.open(ctx, destination)
  if (target === undefined) {
    await forget(ctx, channel, destination)
    return
  }
  const { platform } = ctx
  const room = roomOf(platform, channel)
  const { sendings, next, full } = await claimNext(ctx, channel, destination, target, room)
  if (next) await ctx.scheduleNoLaterThan(channel.name, destination, next)
  ctx.afterCommit(() => {
    send(platform, channel, sendings)
    if (full) waitForSlot(ctx, channel, destination)
  })
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

const slotsIn = (platform: Platform, wanted: (channel: string) => boolean): Promise<void>[] =>
  [...senderOf(platform).slots].flatMap(([channel, slots]) => (wanted(channel) ? [...slots] : []))

/** Stops sending; what is being sent finishes. What takes too long is sent again by another process. */
export const stopSending = async (platform: Platform): Promise<void> => {
  senderOf(platform).stopped = true
  await Promise.allSettled(slotsIn(platform, () => true))
}

/** What is being sent by this channel, by default by all that answer soon. */
const sendingNow = (platform: Platform, channel?: string): Promise<void>[] =>
  slotsIn(platform, (one) => (channel === undefined ? !senderOf(platform).patient.has(one) : one === channel))

export const isSending = (platform: Platform): boolean => sendingNow(platform).length > 0

/** Resolves when nothing is being sent; for tests and the command line. */
export const whenSent = async (platform: Platform, channel?: string): Promise<void> => {
  for (let slots = sendingNow(platform, channel); slots.length > 0; slots = sendingNow(platform, channel))
    await Promise.allSettled(slots)
}
