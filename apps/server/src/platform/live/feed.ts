/** The feed of a tenant: reads its events once for all live streams of this instance. */
import { setTimeout as delay } from 'node:timers/promises'
import type { LiveEvent } from '#contracts/live.ts'
import type { Platform, TenantContext } from '../context.ts'
import { inTenant } from '../db/tenant-db.ts'
import { openCoalescingRunner } from '../events/coalescing-runner.ts'
import type { Principals } from '../gate/principals.ts'
import { type Caller, isStreamViewer, readAccess, type StreamViewer } from './caller.ts'
import { readEvents, readIds } from './read-events.ts'
import { type Arrival, readReplays, writeReplay } from './replay.ts'
import { reset, type Stream } from './stream.ts'
import { assertContract, textOf } from './text.ts'

/** A transaction commits at most this long after its event ids were created. */
export const windowMs = 60_000
/** Each poll rereads this span; a full poll, at this interval, rereads all of `windowMs`. Milliseconds. */
const overlapMs = 3000
const fullPollEveryMs = 5000
/** Pause between polls of a tenant, however much happens. */
const pauseMs = 40
const yieldAtMostMs = 25
/** Maximum number of events of a poll; the next one follows at once. */
const batchSize = 200

export interface Feed {
  /** also streams that are about to join */
  readonly streams: ReadonlySet<Stream>
  /** the tenant's write counter at the last poll; undefined: unknown */
  changeCount: number | undefined
  /** milliseconds since the last full poll */
  readonly sinceFullPollMs: number
  /**
   * Resolves when the stream gets all later commits and what it missed.
   * @throws ServiceError SERVICE_UNAVAILABLE
   */
  join(stream: Stream, after: string | undefined): Promise<void>
  leave(stream: Stream): void
  poll(): void
  /** resolves when no poll runs */
  ended(): Promise<void>
}

/** Results of a poll, read in one transaction; they are sent after it. */
interface PollResult {
  readonly ids: readonly string[]
  readonly fresh: readonly string[]
  readonly replays: ReadonlyMap<Arrival, readonly string[] | undefined>
  readonly events: ReadonlyMap<string, LiveEvent>
  readonly isAllowed: (caller: Caller) => boolean
  readonly renewed: ReadonlyMap<Caller, Uint8Array>
}

const renewViewers = async (
  ctx: TenantContext,
  callers: readonly Caller[],
): Promise<ReadonlyMap<Caller, Uint8Array>> => {
  const renewed = new Map<Caller, Uint8Array>()
  for (const caller of callers) {
    const bytes = isStreamViewer(caller) ? await caller.renew?.(ctx) : undefined
    if (bytes) renewed.set(caller, bytes)
  }
  return renewed
}

export const openFeed = (platform: Platform, principals: Principals, tenantId: string): Feed => {
  const { clock, databases, log } = platform
  const streams = new Set<Stream>()
  /** of these, streams that get events */
  const joined = new Set<Stream>()
  let arrivals: Arrival[] = []
  /** ids in the window that were sent, or existed before anybody followed; undefined: not known yet */
  let seen: Set<string> | undefined
  /** by the test clock */
  let polledAt = 0
  let fullPollAt = 0
  /** by the real clock */
  let fullPollStartedAt = -Infinity
  let later: NodeJS.Timeout | undefined

  const read = (arriving: readonly Arrival[], since: number, now: Date): Promise<PollResult> =>
    inTenant(databases.app, tenantId, 'read', async (transaction) => {
      const ctx: TenantContext = {
        ...transaction,
        platform,
        tenantId,
        now,
        requestId: 'live',
        actor: { kind: 'SYSTEM', id: 'live', name: 'Wellkept' },
      }
      const callers = [...streams].map(({ caller }) => caller)
      const isAllowed = await readAccess(principals, ctx, callers)
      // Read before the replays: a commit in between is in the replay, and new for the next poll.
      const ids = await readIds(ctx, since)
      const known = seen
      const fresh = known ? ids.filter((id) => !known.has(id)).slice(0, batchSize) : []
      const replays = await readReplays(ctx, arriving)
      const wanted = new Set([...fresh, ...[...replays.values()].flatMap((some) => some ?? [])])
      const events = await readEvents(ctx, [...wanted])
      if (platform.config.checkReplies) for (const event of events) assertContract(event)
      const renewed = await renewViewers(ctx, callers)
      return {
        ids,
        fresh,
        replays,
        events: new Map(events.map((event) => [event.id, event])),
        isAllowed,
        renewed,
      }
    })

  /** Ends the stream of a viewer whose events cannot be encoded; it will reconnect. */
  const writeToViewer = (
    stream: Stream,
    viewer: StreamViewer,
    events: readonly LiveEvent[],
    now: number,
  ): void => {
    try {
      for (const event of events) {
        const bytes = viewer.encode(event)
        if (bytes) stream.write(bytes, now)
      }
    } catch (error) {
      log.warn({ err: error, tenantId }, 'A live stream could not be sent its events; it ends')
      stream.end()
    }
  }

  /** Sends the events; streams with the same filter get the same bytes. */
  const broadcast = (events: readonly LiveEvent[], now: number): void => {
    if (events.length === 0) return
    const texts = new Map(events.map((event) => [event, textOf(event)]))
    const all = Buffer.concat([...texts.values()])
    for (const stream of joined) {
      const { types, replay, caller } = stream
      if (isStreamViewer(caller)) {
        writeToViewer(stream, caller, events, now)
        continue
      }
      if (replay && now - replay.at > 2 * windowMs) stream.replay = undefined
      if (!types && !replay) {
        stream.write(all, now)
        continue
      }
      for (const [{ id, type }, text] of texts)
        if ((!types || types.has(type)) && !replay?.ids.has(id)) stream.write(text, now)
    }
  }

  const pollOnce = async (arriving: readonly Arrival[]): Promise<void> => {
    const at = clock.now()
    const now = at.getTime()
    // After the clock was set back new ids look old, so the feed starts anew.
    const isBack = now < polledAt - windowMs
    if (isBack) seen = undefined
    const isFull = !seen || Math.abs(now - fullPollAt) >= fullPollEveryMs
    const since = !seen
      ? now - windowMs
      : isFull
        ? Math.min(now, fullPollAt) - windowMs
        : Math.min(now, polledAt) - overlapMs
    const began = performance.now()
    const found = await read(arriving, since, at)
    const { ids, fresh, events, isAllowed, renewed } = found
    const unsent = new Set(seen ? ids.filter((id) => !seen?.has(id)).slice(fresh.length) : [])
    if (isFull) seen = new Set(ids.filter((id) => !unsent.has(id)))
    else for (const id of fresh) seen?.add(id)
    polledAt = now
    if (isFull) [fullPollAt, fullPollStartedAt] = [now, began]
    if (isBack) for (const stream of joined) stream.write(reset, now)
    for (const arrival of arriving) {
      writeReplay(arrival, found.replays.get(arrival), events, now)
      // Skips streams that have closed meanwhile.
      if (streams.has(arrival.stream)) joined.add(arrival.stream)
    }
    // guard: stream-standing
    for (const stream of [...joined]) if (!isAllowed(stream.caller)) stream.end()
    for (const stream of joined) {
      const bytes = renewed.get(stream.caller)
      if (bytes) stream.write(bytes, now)
    }
    broadcast(
      fresh.flatMap((id) => events.get(id) ?? []),
      now,
    )
    if (unsent.size > 0) poll.start()
    // Schedules a full poll that finds late commits even if nothing else happens.
    else if (!isFull) later ??= setTimeout(pollLater, fullPollEveryMs).unref()
  }

  const work = async (): Promise<void> => {
    await platform.loadShedding.yieldToRequests(yieldAtMostMs)
    const arriving = arrivals
    arrivals = []
    const isFollowed = streams.size > 0
    try {
      if (isFollowed) await pollOnce(arriving)
    } catch (error) {
      for (const { done } of arriving) done.reject(error)
      throw error
    }
    // Also for streams that have closed, so that no caller keeps waiting.
    for (const { done } of arriving) done.resolve()
    if (isFollowed) await delay(pauseMs)
  }

  const poll = openCoalescingRunner(work, (error) => {
    feed.changeCount = undefined
    log.warn({ err: error }, 'Events could not be read for live streams; the next poll comes soon')
  })
  const pollLater = (): void => {
    later = undefined
    poll.start()
  }

  const feed: Feed = {
    streams,
    changeCount: undefined,
    get sinceFullPollMs() {
      return performance.now() - fullPollStartedAt
    },
    join: (stream, after) => {
      const done = Promise.withResolvers<void>()
      streams.add(stream)
      arrivals.push({ stream, after, done })
      poll.start()
      return done.promise
    },
    leave: (stream) => {
      streams.delete(stream)
      joined.delete(stream)
      if (streams.size === 0) clearTimeout(later)
    },
    poll: poll.start,
    ended: poll.ended,
  }
  return feed
}
