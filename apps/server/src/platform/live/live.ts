/**
 * Live streams: each instance reads committed events and sends them to its own streams. Nothing runs without
 * streams. A commit by this instance wakes the feed; commits of others show in the tenant's write counter.
 */
import type { Readable } from 'node:stream'
import type { ShownName } from '#contracts/outward.ts'
import type { Platform } from '../context.ts'
import { unavailable } from '../errors.ts'
import type { Principals } from '../gate/principals.ts'
import { type Caller, isExpired, isStreamViewer, tenantOf } from './caller.ts'
import { type Feed, openFeed } from './feed.ts'
import { openStream, replaced, type Stream } from './stream.ts'

export interface FollowOptions {
  /** undefined: all */
  readonly types: readonly ShownName[] | undefined
  /** Last-Event-ID; events since then are sent first */
  readonly after: string | undefined
}

export interface Live {
  /**
   * Resolves when the stream gets all later commits. If a person exceeds the maximum, their oldest stream ends.
   * @throws ServiceError SERVICE_UNAVAILABLE
   */
  follow(caller: Caller, following: FollowOptions): Promise<Readable>
  /** Events of the tenant were committed by this instance. */
  wake(tenantId: string): void
  /** Ends every stream properly; clients reconnect to another instance. */
  stop(): Promise<void>
}

/** Maximum number of streams on one instance. */
const maxPerPerson = 5
const maxPerLink = 100
/** How often the write counters are read, in one query for all followed tenants. */
const pollEveryMs = 250
/** Poll without a counted write after this long, since submissions do not increment the counter. */
const maxPollPauseMs = 30_000

const personOf = (caller: Caller): string =>
  `${tenantOf(caller)} ${isStreamViewer(caller) ? caller.subject : caller.principal.actor.id}`

export const openLive = (platform: Platform, principals: Principals): Live => {
  const { clock, changeCounters, metrics } = platform
  const feeds = new Map<string, Feed>()
  const persons = new Map<string, Stream[]>()
  let timer: NodeJS.Timeout | undefined
  let isPolling = false
  let stopped = false

  const pollChangedTenants = async (): Promise<void> => {
    if (isPolling) return
    isPolling = true
    const polls = [...feeds].map(async ([tenantId, feed]) => {
      const changeCount = await changeCounters.of(tenantId, 'writes')
      if (changeCount === feed.changeCount && feed.sinceFullPollMs < maxPollPauseMs) return
      feed.changeCount = changeCount
      feed.poll()
    })
    // Without a database nothing commits, so streams stay open.
    await Promise.allSettled(polls)
    isPolling = false
  }

  const tick = (): void => {
    const now = clock.now().getTime()
    for (const { streams } of feeds.values())
      for (const stream of [...streams]) {
        stream.beat(now)
        // guard: stream-ends-with-token
        if (isExpired(stream.caller, now)) stream.end()
      }
    void pollChangedTenants()
  }

  const leave = (stream: Stream): void => {
    metrics.liveStreams--
    const tenantId = tenantOf(stream.caller)
    const feed = feeds.get(tenantId)
    feed?.leave(stream)
    if (feed?.streams.size === 0) feeds.delete(tenantId)
    const person = personOf(stream.caller)
    const others = (persons.get(person) ?? []).filter((other) => other !== stream)
    if (others.length > 0) persons.set(person, others)
    else persons.delete(person)
    if (feeds.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  const enter = (caller: Caller, types: FollowOptions['types']): Stream => {
    const before = persons.get(personOf(caller)) ?? []
    // Viewers of a share link must not be able to end each other's streams, such as that of a wall.
    if (isStreamViewer(caller) && before.length >= maxPerLink)
      throw unavailable('Too many viewers at the moment')
    const stream = openStream(caller, types, clock.now().getTime(), leave)
    metrics.liveStreams++
    const person = personOf(caller)
    const own = [...before, stream]
    persons.set(person, own)
    const oldest = own.length > maxPerPerson && !isStreamViewer(caller) ? own[0] : undefined
    oldest?.write(replaced, clock.now().getTime())
    oldest?.end()
    timer ??= setInterval(tick, pollEveryMs).unref()
    return stream
  }

  return {
    follow: async (caller, { types, after }) => {
      if (stopped) throw unavailable('The service is stopping')
      const tenantId = tenantOf(caller)
      const feed = feeds.get(tenantId) ?? openFeed(platform, principals, tenantId)
      feeds.set(tenantId, feed)
      const stream = enter(caller, types)
      try {
        await feed.join(stream, after)
      } catch (error) {
        stream.body.destroy()
        throw error
      }
      return stream.body
    },
    wake: (tenantId) => feeds.get(tenantId)?.poll(),
    stop: async () => {
      stopped = true
      clearInterval(timer)
      const open = [...feeds.values()]
      for (const { streams } of open) for (const stream of [...streams]) stream.end()
      await Promise.all(open.map((feed) => feed.ended()))
    },
  }
}
