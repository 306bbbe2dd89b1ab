/**
 * The outbox keeps operations in order, sends them in batches and tracks the state of each. Only the user can
 * discard an unsent one.
 */
import { type Cell, cell } from '#client/cell.ts'
import { ApiError } from '#client/errors.ts'
import { currentId, withServerId } from './local-ids.ts'
import {
  inOrder,
  isCreate,
  isPhoto,
  newOperation,
  type Operation,
  type Owner,
  type Subject,
  type Work,
} from './operation.ts'
import type { Rules } from './rules.ts'
import { nextAlone, sendable } from './send-order.ts'
import type { OutboxStorage } from './storage.ts'
import { aloneVerdict, type Result, type Trouble, troubleOf, type Verdict, verdictOf } from './verdict.ts'

export interface BatchAnswer {
  readonly results: readonly Result[]
  readonly requestId: string | undefined
}

export interface Transport<W extends Work, Why extends string, Wire> {
  /** Sends a batch in one request. @throws ApiError */
  sendBatch(operations: readonly Wire[], key: string): Promise<BatchAnswer>
  /** Requests an upload URL, uploads the bytes and attaches the photo. @throws ApiError */
  sendPhoto(operation: Operation<W, Why>): Promise<void>
  /** Creates a local subject. @returns the server id @throws ApiError */
  sendNew(operation: Operation<W, Why>, key: string): Promise<string>
  /** Sends an operation of which `isAlone` is true. @throws ApiError */
  sendAlone(operation: Operation<W, Why>, key: string): Promise<void>
}

export interface OutboxSettings<W extends Work, Why extends string, Wire> {
  readonly rules: Rules<W, Why, Wire>
  readonly storage: OutboxStorage<Operation<W, Why>>
  readonly transport: Transport<W, Why, Wire>
  /** the current user, also after their session has expired */
  readonly owner: () => Owner | undefined
  readonly newId: () => string
  readonly now?: () => number
  readonly random?: () => number
  /** @returns a function that cancels the timer */
  readonly setTimer?: (milliseconds: number, work: () => void) => () => void
  /** called after a photo was sent and deleted from the phone */
  readonly onPhotoSent?: (operation: Operation<W, Why>) => void
  /** ensures that only one tab sends at a time */
  readonly withLock?: (work: () => Promise<void>) => Promise<void>
}

export interface Outbox<W extends Work, Why extends string> {
  readonly operations: Cell<readonly Operation<W, Why>[]>
  readonly trouble: Cell<Trouble | undefined>
  readonly sending: Cell<boolean>
  /** Reads the storage, which other tabs may have changed. */
  load(): Promise<void>
  /** @param more further operations, stored together with this one or not at all */
  add(subject: Subject, work: W, holdMilliseconds?: number, more?: readonly W[]): Promise<Operation<W, Why>>
  /** True if the operation was removed before it was sent. */
  undo(id: string): Promise<boolean>
  retry(id: string): Promise<void>
  /** Also dismisses SENT and SETTLED operations. */
  discard(id: string): Promise<void>
  /** Sends what is due; `force` also sends what is held for undo and does not wait for the next retry. */
  flush(force?: boolean): Promise<void>
}

const maxSent = 20
/** milliseconds; the list is read each minute, and a slow response may take another */
const readWithin = 120_000

const retrySeconds = (tries: number): number => Math.min(300, 2 ** Math.min(tries, 10))

export const createOutbox = <W extends Work, Why extends string, Wire>(
  settings: OutboxSettings<W, Why, Wire>,
): Outbox<W, Why> => {
  type Own = Operation<W, Why>
  const { rules, storage, transport } = settings
  const now = settings.now ?? Date.now
  const random = settings.random ?? Math.random
  const setTimer =
    settings.setTimer ??
    ((milliseconds, work) => {
      const timer = setTimeout(work, milliseconds)
      return () => clearTimeout(timer)
    })
  const withLock = settings.withLock ?? ((work) => work())
  const operations = cell<readonly Own[]>([])
  const trouble = cell<Trouble | undefined>(undefined)
  const sending = cell(false)
  /** ids of operations in the current request, which must not change until its response */
  const inFlight = new Set<string>()
  /** ids sent alone in this run that failed */
  const failed = new Set<string>()
  /** consecutive runs with more than one failure; then the service is at fault, not a photo */
  let failedRuns = 0
  let lastSeq = 0
  let cancelTimer: (() => void) | undefined

  const show = (list: readonly Own[]): void => {
    const sorted = inOrder(list)
    lastSeq = Math.max(lastSeq, sorted[sorted.length - 1]?.seq ?? 0)
    operations.set(sorted)
  }
  const load = async (): Promise<void> => show(await storage.all())
  const find = (id: string): Own | undefined => operations.get().find((one) => one.id === id)

  /** Updates the screen at once and then writes to the storage. */
  const keep = async (changed: readonly Own[]): Promise<void> => {
    const byId = new Map(changed.map((one) => [one.id, one]))
    const known = new Set(operations.get().map(({ id }) => id))
    show([
      ...operations.get().map((one) => byId.get(one.id) ?? one),
      ...changed.filter(({ id }) => !known.has(id)),
    ])
    await storage.put(changed)
  }
  const drop = async (ids: readonly string[]): Promise<void> => {
    if (ids.length === 0) return
    operations.set(operations.get().filter(({ id }) => !ids.includes(id)))
    await storage.remove(ids)
  }

  const scheduleFlush = (milliseconds: number): void => {
    cancelTimer?.()
    cancelTimer = setTimer(Math.max(0, milliseconds), () => {
      cancelTimer = undefined
      void flush()
    })
  }

  /** milliseconds, with jitter */
  const backoff = (tries: number, seconds = retrySeconds(tries)): number =>
    seconds * (1 + random() * 0.25) * 1000

  const apply = (operation: Own, verdict: Verdict<Why>): Own => {
    // There was a response, so the next attempt is a new request, not a repeat.
    if (verdict.state === 'WAITING')
      return { ...operation, tries: operation.tries + 1, round: operation.round + 1 }
    return {
      ...operation,
      state: verdict.state,
      outcome: verdict.state === 'SENT' ? undefined : verdict.outcome,
      holdUntil: undefined,
      answeredAt: now(),
    }
  }

  /** Whether an operation was rejected for lack of a photo that is still pending. */
  const wantsPhoto = (operation: Own, verdict: Verdict<Why>): boolean =>
    rules.requiresPhoto(operation.work) !== 'NO' &&
    !operation.afterPhotos &&
    verdict.state === 'NEEDS_YOU' &&
    verdict.outcome.why === 'REFUSED' &&
    operations.get().some((one) => one.taskId === operation.taskId && isPhoto(one) && one.state === 'WAITING')

  /**
   * Keeps the latest sent operation for reassurance, and those that the list may not include yet. Drops those
   * sent in the future (the clock was set back), which would hide other people's changes until then.
   */
  const pruneSent = (): Promise<void> => {
    const sent = operations.get().filter(({ state }) => state === 'SENT')
    const old = sent.filter(({ answeredAt = 0 }, index) => {
      const age = now() - answeredAt
      return age < -readWithin || (index < sent.length - maxSent && age > readWithin)
    })
    return drop(old.map(({ id }) => id))
  }

  /** Records why sending failed and schedules the next attempt. */
  const postpone = async (list: readonly Own[], why: Trouble, seconds?: number): Promise<void> => {
    trouble.set(why)
    // A rejection counts as a response: with the same Idempotency-Key the service could repeat it after its
    // cause is gone.
    const answers = why === 'READ_ONLY' ? 1 : 0
    const tried = list.map((one) => ({ ...one, tries: one.tries + 1, round: one.round + answers }))
    await keep(tried)
    if (why === 'SIGNED_OUT') return
    const tries = Math.max(1, ...tried.map((one) => one.tries))
    scheduleFlush(backoff(tries, seconds ?? (why === 'READ_ONLY' ? 600 : undefined)))
  }

  /** True if the service responded for all operations, so that the next batch can be sent. */
  const sendBatch = async (batch: readonly Own[]): Promise<boolean> => {
    const first = batch[0]
    if (!first) return true
    const wire = batch.map((one) => rules.toWire(one)).filter((one) => one !== undefined)
    const key = `${first.id}.${batch[batch.length - 1]?.id}.${batch.length}.${batch.reduce((sum, { round }) => sum + round, 0)}`
    let answer: BatchAnswer
    try {
      answer = await transport.sendBatch(wire, key)
    } catch (error) {
      return batchFailed(batch, error)
    }
    const byClientId = new Map(answer.results.map((result) => [result.clientId, result]))
    const stuck: Own[] = []
    const settled = batch.map((one) => {
      const verdict = verdictOf(one, byClientId.get(one.id), answer.requestId, rules.refusal)
      if (wantsPhoto(one, verdict))
        return { ...one, afterPhotos: true, holdUntil: undefined, round: one.round + 1 }
      const after = apply(one, verdict)
      if (after.state === 'WAITING') stuck.push(after)
      return after
    })
    await keep(settled)
    if (stuck.length === 0) return true
    trouble.set('SERVICE')
    scheduleFlush(retrySeconds(Math.max(...stuck.map(({ tries }) => tries))) * 1000)
    return false
  }

  const batchFailed = async (batch: readonly Own[], error: unknown): Promise<boolean> => {
    const why = troubleOf(error)
    const seconds = error instanceof ApiError ? error.retryAfterSeconds : undefined
    if (why !== 'SPLIT') {
      await postpone(batch, why, seconds)
      return false
    }
    const [only] = batch
    if (only && batch.length === 1) {
      const { code, requestId } = error instanceof ApiError ? error : {}
      await keep([apply(only, { state: 'NEEDS_YOU', outcome: { why: 'REFUSED', code, requestId } })])
      return true
    }
    // The other half is sent in the next round.
    return sendBatch(batch.slice(0, Math.ceil(batch.length / 2)))
  }

  const sendAlone = async (operation: Own): Promise<boolean> => {
    const { kind } = operation.work
    const key = `${operation.id}.${operation.round}`
    try {
      if (kind === 'create') {
        const serverId = await transport.sendNew(operation, key)
        await keep(withServerId(operations.get(), apply(operation, { state: 'SENT' }), serverId))
        return true
      }
      if (kind === 'photo') await transport.sendPhoto(operation)
      else await transport.sendAlone(operation, key)
      await keep([apply(operation, { state: 'SENT' })])
      if (kind !== 'photo') return true
      // The photo's bytes are no longer needed.
      await drop([operation.id])
      settings.onPhotoSent?.(operation)
      return true
    } catch (error) {
      const why = troubleOf(error)
      // The failure may concern only this photo, so continue with the others and retry it later.
      if (kind !== 'create' && (why === 'OFFLINE' || why === 'SERVICE') && !retryAfterOf(error)) {
        trouble.set(why)
        failed.add(operation.id)
        await keep([{ ...operation, tries: operation.tries + 1 }])
        return true
      }
      const isOwnFault = error instanceof ApiError && (why === 'SPLIT' || error.code === 'FORBIDDEN')
      if (isOwnFault) {
        await keep([apply(operation, aloneVerdict(operation, error, rules.refusal))])
        return true
      }
      await postpone([operation], why === 'SPLIT' ? 'SERVICE' : why, retryAfterOf(error))
      return false
    }
  }

  const run = async (force: boolean): Promise<void> => {
    failed.clear()
    await load()
    const owner = settings.owner()
    if (!owner) return
    for (;;) {
      const list = sendable(operations.get(), owner.id, now(), force)
      // Photos are sent after the batched operations on their subject, which may include claiming a task.
      const ordered = list.filter((one) => isCreate(one) || !(isPhoto(one) || rules.isAlone(one.work)))
      const create = ordered.findIndex(isCreate)
      const batch = (create < 0 ? ordered : ordered.slice(0, create)).slice(0, rules.batchSize)
      const single = batch.length === 0 ? (ordered[0] ?? nextAlone(list, failed, rules.isAlone)) : undefined
      if (batch.length === 0 && !single) break
      for (const { id } of single ? [single] : batch) inFlight.add(id)
      const goesOn = single ? await sendAlone(single) : await sendBatch(batch)
      inFlight.clear()
      if (!goesOn) return
      if (failed.size === 0) trouble.set(undefined)
    }
    if (failed.size === 0) trouble.set(undefined)
    await pruneSent()
    failedRuns = failed.size > 1 ? failedRuns + 1 : 0
    const waits = operations.get().flatMap(({ id, state, holdUntil, tries }) => {
      if (failed.has(id)) return backoff(Math.max(tries, failedRuns))
      return state === 'WAITING' && holdUntil !== undefined ? holdUntil - now() + 50 : []
    })
    if (waits.length > 0) scheduleFlush(Math.min(...waits))
  }

  // Follow changes by other tabs.
  storage.watch(() => void load())

  let running: Promise<void> | undefined
  let again: { force: boolean } | undefined
  const flush = (force = false): Promise<void> => {
    if (running) {
      again = { force: force || (again?.force ?? false) }
      return running
    }
    cancelTimer?.()
    cancelTimer = undefined
    sending.set(true)
    running = withLock(() => run(force))
      .catch(() => scheduleFlush(5000))
      .finally(() => {
        inFlight.clear()
        running = undefined
        sending.set(false)
        const wanted = again
        again = undefined
        if (wanted && trouble.get() === undefined) void flush(wanted.force)
      })
    return running
  }

  return {
    operations,
    trouble,
    sending,
    load,
    flush,
    add: async (about, work, holdMilliseconds, more = []) => {
      const owner = settings.owner()
      if (!owner) throw new Error('Nobody is signed in on this phone')
      const subject = { id: currentId(operations.get(), about.id), title: about.title }
      const before = operations
        .get()
        .filter((one) => one.taskId === subject.id && one.state === 'WAITING' && one.owner === owner.id)
      const repeated = rules.repeatOf(before, work)
      if (repeated && more.length === 0) return repeated
      const replaced = rules.replacedBy(before, work, (id) => inFlight.has(id))
      const at = new Date(now()).toISOString()
      const newOf = (one: W): Own => ({
        ...newOperation<W, Why>({ id: settings.newId(), seq: ++lastSeq, at, work: one }, subject, owner),
        ...(rules.requiresPhoto(one) === 'FIRST' ? { afterPhotos: true } : {}),
      })
      const operation = repeated ?? {
        ...newOf(rules.mergedWork(replaced?.work, work)),
        ...(replaced ? { seq: replaced.seq } : {}),
        holdUntil: holdMilliseconds === undefined ? undefined : now() + holdMilliseconds,
      }
      const kept = keep([...(repeated ? [] : [operation]), ...more.map(newOf)])
      // The merged operation has a new id, because another tab may be sending the old one.
      if (replaced && !repeated) await drop([replaced.id])
      await kept
      void flush()
      return operation
    },
    undo: async (id) => {
      const operation = find(id)
      if (operation?.state !== 'WAITING' || inFlight.has(id)) return false
      await drop([id])
      return true
    },
    retry: async (id) => {
      const operation = find(id)
      if (!operation || operation.state === 'SENT') return
      await keep([
        { ...operation, state: 'WAITING', outcome: undefined, tries: 0, round: operation.round + 1 },
      ])
      await flush(true)
    },
    discard: async (id) => {
      if (inFlight.has(id)) return
      const operation = find(id)
      // Drop the operations on a subject whose create was not sent: the service does not have it.
      const isPending = operation && isCreate(operation) && operation.state !== 'SENT'
      const rest = isPending ? operations.get().filter(({ taskId }) => taskId === operation.taskId) : []
      await drop([id, ...rest.map((one) => one.id)])
    },
  }
}

const retryAfterOf = (error: unknown): number | undefined =>
  error instanceof ApiError ? error.retryAfterSeconds : undefined
