/**
 * The live stream: each instance reads committed events itself and tells them to those who follow here. While nobody
 * follows nothing runs. Who committed here says so; what others commit shows in the tenant's count of writes.
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
  /** Last-Event-ID: what happened since is told first */
  readonly after: string | undefined
}

export interface Live {
  /**
   * Resolves when all that commits from now on is told. One stream more than a person may have ends their oldest.
   * @throws ServiceError SERVICE_UNAVAILABLE
   */
  follow(caller: Caller, following: FollowOptions): Promise<Readable>
  /** Events of the tenant were committed here. */
  wake(tenantId: string): void
  /** Every stream ends as it should; its client comes back, elsewhere. */
  stop(): Promise<void>
}

/** On one instance. */
const maxPerPerson = 5
const maxPerLink = 100
/** One question for all tenants that are followed here. */
const pollEveryMs = 250
/** A tenant is looked at although no write was counted: submissions are not. */
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
    // While the database is away nothing is committed, and the streams stay.
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
    // Whoever has the address of a share must not be able to switch off the wall that shows it.
    if (isStreamViewer(caller) && before.length >= maxPerLink)
      throw unavailable('Too many pages follow this at the moment')
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
      if (stopped) throw unavailable('The service is about to stop')
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
