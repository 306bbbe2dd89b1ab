/**
 * What a person does with submissions, gathered: it shows at once, leaves in a few calls, and comes back where it was
 * refused. A tenant may write 30 times a minute; whoever reads 200 comments does more than that.
 */
import { ApiError } from '#client/errors.ts'
import { newId } from '#client/unique-id.ts'
import type { BulkFeedback } from '#contracts/dashboard.ts'
import type { BulkResult } from '#contracts/tasks/records.ts'

export type Wish = Omit<BulkFeedback, 'ids'>

/** What can be undone of a submission. */
export interface SubmissionState {
  readonly labels: readonly string[]
  readonly done: boolean
}

/** A submission as it shows now. */
export interface Acted extends SubmissionState {
  readonly id: string
  readonly name: string
}

/** Sent again it is the same to the last byte: the service does what stands under one key once. */
interface Call {
  readonly ids: readonly string[]
  readonly wished: Wish
  readonly key: string
}

export interface Refused {
  readonly id: string
  readonly name: string
  readonly wish: Wish
  readonly error: ApiError
  /** may have been done all the same */
  readonly call?: Call | undefined
}

interface Deed {
  readonly before: readonly Acted[]
  readonly wish: Wish
}

export interface Settings {
  /** @throws ApiError */
  readonly send: (
    body: BulkFeedback,
    options: { readonly leaving: boolean; readonly key: string },
  ) => Promise<readonly BulkResult[]>
  readonly now: () => number
  /** @returns what calls it off */
  readonly after: (milliseconds: number, run: () => void) => () => void
}

/** So long it is gathered, and between two calls there is no less: 20 a minute leave 10 for tasks. */
export const gatherMs = 3000
/** As many as one call takes. */
const atMost = 200
const remembered = 50

const fault = (error: unknown): ApiError =>
  error instanceof ApiError
    ? error
    : new ApiError({ code: 'NETWORK', status: 0, message: 'The service cannot be reached' }, error)

/** For certain nothing of the call was done; in all other cases its answer may be what was lost. */
const isDecided = ({ code }: ApiError): boolean => code === 'VALIDATION_ERROR' || code === 'NOT_FOUND'

const refusal = ({ code, error }: BulkResult): ApiError =>
  new ApiError({
    code: (code ?? 'BAD_ANSWER') as ApiError['code'],
    status: 200,
    message: error ?? code ?? '',
  })

/** As a key: the same wishes of many leave in one call. */
const keyOf = (wish: Wish): string =>
  JSON.stringify([wish.labels?.toSorted(), wish.done, wish.reply, wish.taskId])

const sameLabels = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((label) => other.includes(label))

export const createTriage = ({ send, now, after }: Settings) => {
  /** not sent yet, in the order in which it was wished */
  const waiting = new Map<string, Wish>()
  const underWay = new Map<string, Wish>()
  /** to be sent again, before what waits */
  const again: Call[] = []
  /** what the service has confirmed, until it is read anew */
  const confirmed = new Map<string, SubmissionState & { readonly at: number }>()
  /** what stood before the first wish that waits */
  const bases = new Map<string, SubmissionState>()
  const names = new Map<string, string>()
  const deeds: Deed[] = []
  let refused: readonly Refused[] = []
  let callOff: (() => void) | undefined
  let lastSent = Number.NEGATIVE_INFINITY
  let takenAt = Number.NEGATIVE_INFINITY
  let version = 0
  const listeners = new Set<() => void>()
  const tell = (): void => {
    version++
    for (const listener of listeners) listener()
  }

  const over = (base: SubmissionState, wish: Wish | undefined): SubmissionState => ({
    labels: wish?.labels ?? base.labels,
    done: wish?.done ?? base.done,
  })

  const isHeld = (id: string): boolean => underWay.has(id) || again.some(({ ids }) => ids.includes(id))

  /** Where a wish leads back to what the service has, there is nothing to send. */
  const settle = (id: string): void => {
    const wish = waiting.get(id)
    const base = bases.get(id)
    if (!wish || !base || isHeld(id)) return
    const { labels, done, ...rest } = wish
    const left: Wish = {
      ...rest,
      ...(labels && !sameLabels(labels, base.labels) ? { labels } : {}),
      ...(done !== undefined && done !== base.done ? { done } : {}),
    }
    if (Object.keys(left).length === 0) waiting.delete(id)
    else waiting.set(id, left)
  }

  const isPending = (id: string): boolean => waiting.has(id) || isHeld(id)

  const wish = (id: string, more: Wish): void => {
    waiting.set(id, { ...waiting.get(id), ...more })
    settle(id)
  }

  const remember = (each: readonly { readonly item: Acted; readonly wish: Wish }[], wished: Wish): void => {
    if (each.length === 0) return
    deeds.push({ before: each.map(({ item }) => item), wish: wished })
    if (deeds.length > remembered) deeds.shift()
    for (const { item, wish: own } of each) {
      const { id, name, labels, done } = item
      // What nobody waits for is as it shows.
      if (!isPending(id)) bases.set(id, { labels, done })
      names.set(id, name)
      wish(id, own)
    }
    schedule()
    tell()
  }

  const refuse = (ids: readonly string[], wished: Wish, error: ApiError, call?: Call): void => {
    refused = [...refused, ...ids.map((id) => ({ id, name: names.get(id) ?? '', wish: wished, error, call }))]
  }

  const sendOut = async (call: Call, leaving: boolean): Promise<void> => {
    const { ids, wished, key } = call
    for (const id of ids) underWay.set(id, wished)
    lastSent = now()
    try {
      const results = await send({ ids: [...ids], ...wished }, { leaving, key })
      for (const result of results) {
        if (!result.ok) refuse([result.id], wished, refusal(result))
        else {
          const stands = over(bases.get(result.id) ?? { labels: [], done: false }, wished)
          bases.set(result.id, stands)
          takenAt = now()
          confirmed.set(result.id, { ...stands, at: takenAt })
        }
      }
    } catch (cause) {
      const error = fault(cause)
      refuse(ids, wished, error, isDecided(error) ? undefined : call)
    }
    for (const id of ids) underWay.delete(id)
    tell()
  }

  /** What is sent again, else the oldest wish with all who wish the same. */
  const nextCall = (): Call | undefined => {
    // Two calls about one submission go one after the other.
    if (again[0]?.ids.every((id) => !underWay.has(id))) return again.shift()
    const free = [...waiting].filter(([id]) => !isHeld(id))
    const [first] = free
    if (!first) return undefined
    const key = keyOf(first[1])
    const ids = free.flatMap(([id, one]) => (keyOf(one) === key ? [id] : [])).slice(0, atMost)
    for (const id of ids) waiting.delete(id)
    return { ids, wished: first[1], key: newId() }
  }

  const schedule = (): void => {
    if (callOff || waiting.size + again.length === 0) return
    callOff = after(Math.max(gatherMs, lastSent + gatherMs - now()), () => {
      callOff = undefined
      const call = nextCall()
      if (call) void sendOut(call, false).finally(schedule)
      else schedule()
    })
  }

  return {
    act: (items: readonly Acted[], wished: Wish): void =>
      remember(
        items.map((item) => ({ item, wish: wished })),
        wished,
      ),

    /** Each with labels of its own, as one deed. */
    label: (each: readonly { readonly item: Acted; readonly labels: string[] }[]): void =>
      remember(
        each.map(({ item, labels }) => ({ item, wish: { labels } })),
        { labels: [] },
      ),

    /** @returns the submissions that are as they were; `kept`: what has been sent to visitors and tasks stays */
    undo: (): { readonly ids: readonly string[]; readonly kept: boolean } | undefined => {
      const deed = deeds.pop()
      if (!deed) return undefined
      let kept = false
      for (const item of deed.before) {
        const still = waiting.get(item.id)
        const { reply, taskId, labels, done } = deed.wish
        if (reply !== undefined || taskId !== undefined) {
          if (still && still.reply === reply && still.taskId === taskId) {
            const { reply: _reply, taskId: _task, ...rest } = still
            waiting.set(item.id, rest)
          } else kept = true
        }
        wish(item.id, {
          ...(labels ? { labels: [...item.labels] } : {}),
          ...(done === undefined ? {} : { done: item.done }),
        })
      }
      schedule()
      tell()
      return { ids: deed.before.map(({ id }) => id), kept }
    },

    /** All that waits leaves at once: somebody asks for more, or the page may be closed. */
    flush: async (leaving = false): Promise<void> => {
      callOff?.()
      callOff = undefined
      const calls: Promise<void>[] = []
      for (let call = nextCall(); call; call = nextCall()) calls.push(sendOut(call, leaving))
      await Promise.all(calls)
      schedule()
    },

    /** @param readAt when the row was read from the service, in the time of `now` */
    shown: (id: string, read: SubmissionState, readAt: number): SubmissionState => {
      const known = confirmed.get(id)
      const base = known && known.at > readAt ? known : read
      const sent = again.reduce(
        (stands, { ids, wished }) => (ids.includes(id) ? over(stands, wished) : stands),
        over(base, underWay.get(id)),
      )
      return over(sent, waiting.get(id))
    },

    retry: (): void => {
      const back = refused
      refused = []
      again.push(...new Set(back.flatMap(({ call }) => call ?? [])))
      for (const { id, wish: wished, call } of back) if (!call) wish(id, wished)
      schedule()
      tell()
    },
    dismiss: (): void => {
      refused = []
      tell()
    },
    refused: (): readonly Refused[] => refused,
    /** how many wishes have not been confirmed */
    pending: (): number => waiting.size + underWay.size + again.length,
    /** when the service last took something */
    confirmedAt: (): number => takenAt,
    canUndo: (): boolean => deeds.length > 0,
    version: (): number => version,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export type Triage = ReturnType<typeof createTriage>
