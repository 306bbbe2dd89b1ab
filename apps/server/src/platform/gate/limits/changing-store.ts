/**
 * Buckets in Redis, and in PostgreSQL while an instance does not reach Redis or Redis has lost something (decision 0018).
 * PostgreSQL says which of both counts, in epochs. What Redis lets through is told to PostgreSQL soon after, so it knows
 * all when it must count; and Redis is filled from it before it counts again.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { bucketsInPage, type Epoch, type Epochs, type Lease, type StoreName } from './epochs.ts'
import type { PostgresStore } from './postgres-store.ts'
import type { RedisStore } from './redis-store.ts'
import type { Answer, Ask, Store } from './store.ts'
import { openUntold, type Untold } from './untold.ts'

export interface ChangingOptions {
  readonly redis: RedisStore
  readonly postgres: PostgresStore
  readonly epochs: Epochs
  /** microseconds */
  readonly longestWindow: number
  /** without a request for so many milliseconds it gives its lease back, and nobody waits for it */
  readonly idleMs: number
  readonly log: Logger
}

/** How long the others wait at a change for one that says nothing. */
const leaseMs = 1000
/** By so much earlier an instance itself takes its lease for ended. */
const leaseMarginMs = 100
const renewEveryMs = 50
/** Requests wait so long for a change of store; then they are told that nobody can count them. */
const waitMs = 2000
const lookEveryMs = 5
/** Who began to fill Redis and has not come to an end by then is taken for dead. */
const fillWithinMs = 500
/** By so much more is carried over again than the time since it was carried over. */
const fillMarginMs = 1000
/** PostgreSQL counts for at least so long before Redis is filled again. */
const stayMs = 1000

export const changingStore = ({
  redis,
  postgres,
  epochs,
  longestWindow,
  idleMs,
  log,
}: ChangingOptions): Store => {
  let known: Epoch | undefined
  /** the epoch before which nothing is left to tell; 0: this instance has not begun */
  let told = 0
  /** milliseconds of this process */
  let freshUntil = -Infinity
  /** whether all have told what they let through before the known epoch */
  let settled = false
  /** the last epoch in which Redis was found not to answer or to have lost something */
  let lostEpoch = 0
  let mayReturnAt = -Infinity
  /** whether this instance has come to rest in an epoch */
  let begun = false
  let reported: StoreName | undefined
  let fallbacks = 0
  let askedAt = -Infinity
  let moved = 0
  let closed = false
  let renewing: Promise<void> | undefined
  let filling: Promise<void> | undefined
  let copying: Promise<void> | undefined
  /** whether PostgreSQL has lost this instance, and with it perhaps the buckets */
  let forgotten = false
  let timer: NodeJS.Timeout | undefined
  const untold: Untold = openUntold((asks) => postgres.ask(asks, moved))

  const counts = (epoch: Epoch): boolean => epoch.epoch === known?.epoch && epoch.store === known.store

  /** Whether what it says now may be heeded. */
  const mayDecide = (epoch: Epoch, marginMs = 0): boolean => {
    if (!counts(epoch)) return false
    if (epoch.store === 'postgres') return settled
    return epoch.store === 'redis' && lostEpoch < epoch.epoch && performance.now() + marginMs < freshUntil
  }

  const learn = ({ epoch, store, token }: Epoch): void => {
    if (known && counts({ epoch, store, token })) return
    if (begun && store === 'postgres') mayReturnAt = performance.now() + stayMs
    known = { epoch, store, token }
    settled = false
  }

  const report = (store: StoreName): void => {
    if (store === 'filling' || store === reported) return
    if (store === 'redis') log.info('Redis counts the limits')
    else if (reported) {
      fallbacks++
      log.warn('PostgreSQL counts the limits')
    }
    reported = store
  }

  /** What an instance that died let through last is known to Redis alone; so are all times when PostgreSQL crashed. */
  const copyFromRedis = async ({ token }: Epoch, silent: readonly string[]): Promise<void> => {
    for await (const buckets of redis.all(token)) {
      const asks = buckets.map(({ key, times }) => ({
        key,
        limit: 1,
        window: longestWindow,
        wants: 0,
        given: times,
        oldest: 0,
        newest: 0,
      }))
      if ((await postgres.ask(asks, moved)).includes(undefined)) return
    }
    forgotten = false
    await epochs.bury(silent)
  }

  const copyBeside = (epoch: Epoch, silent: readonly string[]): void => {
    copying ??= copyFromRedis(epoch, silent)
      .catch(() => {})
      .finally(() => {
        copying = undefined
      })
  }

  const renewOnce = async (): Promise<Lease> => {
    const sentAt = performance.now()
    const begins = told === 0
    const expectsToBeKnown = freshUntil > -Infinity
    const lease = await epochs.lease(told, redis.up, leaseMs)
    learn(lease)
    // Restarted with nobody beside it, none has watched whether Redis is still the same.
    if (begins && lease.others === 0) lostEpoch = lease.epoch
    if (begins) told = lease.epoch
    if (told === lease.epoch) {
      freshUntil = sentAt + leaseMs - leaseMarginMs
      settled = lease.untold === 0
    }
    if (expectsToBeKnown && !lease.known) forgotten = true
    return lease
  }

  /** Prolongs the lease and does what the epoch asks of this instance, until there is nothing more to do. */
  const renewAll = async (): Promise<void> => {
    const lease = await renewOnce()
    if (told < lease.epoch) {
      await untold.tell()
      told = lease.epoch
      return renewAll()
    }
    if (lease.store === 'redis' && lostEpoch >= lease.epoch) {
      await epochs.move(lease, 'postgres', '')
      return renewAll()
    }
    if (lease.store === 'filling' && lease.age > fillWithinMs) {
      await epochs.move(lease, 'postgres', '')
      return renewAll()
    }
    begun = true
    report(lease.store)
    const mayCopy = lease.store === 'redis' && redis.up
    if (mayCopy && (forgotten || lease.silent.length > 0)) copyBeside(lease, lease.silent)
    const mayReturn = lease.store === 'postgres' && settled && redis.up && lease.unreaching === 0
    if (mayReturn && performance.now() >= mayReturnAt) fill(lease)
  }

  const renew = (): Promise<void> => {
    renewing ??= renewAll().finally(() => {
      renewing = undefined
    })
    return renewing
  }

  const lose = (epoch: Epoch): void => {
    if (epoch.store !== 'redis' || lostEpoch >= epoch.epoch) return
    lostEpoch = epoch.epoch
    if (closed) return
    // At once: nobody else knows what this instance let through last.
    untold.tell().catch(() => {})
    renew().catch(() => {})
  }

  redis.onBreak = () => {
    if (known) lose(known)
  }

  const fillFromPostgres = async (token: string, withinMs: number, movedThen: number): Promise<void> => {
    let after = ''
    for (;;) {
      const page = await epochs.page(after, withinMs, movedThen)
      await redis.fill(token, page)
      after = page.at(-1)?.key ?? ''
      if (page.length < bucketsInPage) return
    }
  }

  /** Most is carried over while PostgreSQL still decides; what changed meanwhile when nobody does. */
  const returnToRedis = async (from: Epoch): Promise<void> => {
    const token = randomBytes(9).toString('base64url')
    const { breaks } = redis
    const beganAt = performance.now()
    const movedThen = moved
    await redis.begin(token)
    await fillFromPostgres(token, Math.ceil(longestWindow / 1000), movedThen)
    if (!(await epochs.move(from, 'filling', token))) return
    const ours: Epoch = { epoch: from.epoch + 1, store: 'filling', token }
    try {
      await fillFromPostgres(token, Math.ceil(performance.now() - beganAt) + fillMarginMs, movedThen)
      // Who answers now may be another, with a part of it. One that was emptied does not know the token.
      if (redis.breaks !== breaks) throw new Error('Redis may have lost what it was given')
      await epochs.move(ours, 'redis', token)
    } catch (error) {
      await epochs.move(ours, 'postgres', '')
      throw error
    }
  }

  const fill = (from: Epoch): void => {
    if (closed) return
    filling ??= returnToRedis(from)
      .catch(() => {
        mayReturnAt = performance.now() + stayMs
      })
      .finally(() => {
        filling = undefined
      })
  }

  const quit = async (): Promise<void> => {
    freshUntil = -Infinity
    await untold.tell()
    await epochs.quit()
  }

  const tick = async (): Promise<void> => {
    if (performance.now() - askedAt > idleMs) {
      if (renewing || filling) return
      clearInterval(timer)
      timer = undefined
      // A request that comes meanwhile renews the lease when this is done.
      renewing = quit().finally(() => {
        renewing = undefined
      })
      return renewing
    }
    await renew()
    const at = known
    if (at && mayDecide(at) && at.store === 'redis' && !(await redis.knows(at.token).catch(() => false)))
      lose(at)
  }

  const startTicking = (): void => {
    if (timer || closed) return
    timer = setInterval(() => void tick().catch(() => {}), renewEveryMs)
    timer.unref()
  }

  /** The epoch in which is decided; undefined when it cannot be told in time. */
  const whereToAsk = async (until: number): Promise<Epoch | undefined> => {
    for (;;) {
      if (known && mayDecide(known, leaseMarginMs)) return known
      if (performance.now() > until || closed) return undefined
      try {
        await renew()
      } catch {
        return undefined
      }
      if (known && mayDecide(known, leaseMarginMs)) return known
      await delay(lookEveryMs)
    }
  }

  const askRedis = async (at: Epoch, ask: Ask): Promise<Answer | undefined> => {
    const answer = await redis.take(at.token, ask, moved)
    if (!answer?.whole) {
      lose(at)
      return undefined
    }
    if (!mayDecide(at)) {
      if (counts(at)) redis.putBack(at.token, ask, answer)
      return undefined
    }
    untold.add(ask, answer)
    return answer
  }

  return {
    get standing() {
      return {
        store: reported === 'postgres' ? ('postgresql' as const) : ('redis' as const),
        first: 'redis' as const,
        fallbacks,
      }
    },
    ask: async (asks, movedNow) => {
      askedAt = performance.now()
      moved = movedNow
      startTicking()
      const until = askedAt + waitMs
      const answers: (Answer | undefined)[] = asks.map(() => undefined)
      let open = asks.map((ask, index) => ({ ask, index }))
      while (open.length > 0) {
        const at = await whereToAsk(until)
        if (!at) break
        const heard =
          at.store === 'redis'
            ? await Promise.all(open.map(({ ask }) => askRedis(at, ask)))
            : await postgres.askIn(
                at.epoch,
                open.map(({ ask }) => ask),
                moved,
              )
        for (const [place, { index }] of open.entries()) answers[index] = heard[place]
        if (at.store === 'postgres') {
          if (heard.length > 0) break
          settled = false
        }
        open = open.filter(({ index }) => answers[index] === undefined)
      }
      return answers
    },
    close: async () => {
      closed = true
      clearInterval(timer)
      await renewing?.catch(() => {})
      await Promise.all([filling, copying])
      if (told > 0) await quit().catch(() => {})
      await Promise.all([redis.close(), postgres.close(), epochs.close()])
    },
  }
}
