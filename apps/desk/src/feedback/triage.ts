/**
 * Queue of actions on submissions: shown at once, sent in few requests, rolled back when refused. A tenant may send
 * 30 writes a minute, and reading 200 comments causes more.
 */
import { ApiError } from '#client/errors.ts'
import { newId } from '#client/unique-id.ts'
import type { BulkFeedback } from '#contracts/dashboard.ts'
import type { BulkResult } from '#contracts/tasks/records.ts'

export type Patch = Omit<BulkFeedback, 'ids'>

/** The state that undo restores. */
export interface SubmissionState {
  readonly labels: readonly string[]
  readonly done: boolean
}

/** A submission as displayed. */
export interface TriageItem extends SubmissionState {
  readonly id: string
  readonly name: string
}

/** A retry is identical to the last byte, since the service executes an Idempotency-Key once. */
interface Call {
  readonly ids: readonly string[]
  readonly patch: Patch
  readonly key: string
}

export interface Refused {
  readonly id: string
  readonly name: string
  readonly patch: Patch
  readonly error: ApiError
  /** set where the request may have been executed */
  readonly call?: Call | undefined
}

interface HistoryEntry {
  readonly before: readonly TriageItem[]
  readonly patch: Patch
}

export interface Settings {
  /** @throws ApiError */
  readonly send: (
    body: BulkFeedback,
    options: { readonly leaving: boolean; readonly key: string },
  ) => Promise<readonly BulkResult[]>
  readonly now: () => number
  /** @returns cancels the timer */
  readonly after: (milliseconds: number, run: () => void) => () => void
}

/** Interval between requests: at most 20 a minute, which leaves 10 for tasks. */
export const gatherMs = 3000
/** Most submissions of one request. */
const atMost = 200
const remembered = 50

const fault = (error: unknown): ApiError =>
  error instanceof ApiError
    ? error
    : new ApiError({ code: 'NETWORK', status: 0, message: 'The service cannot be reached' }, error)

/** Errors after which nothing was executed for certain; after any other, the answer may have been lost. */
const isDecided = ({ code }: ApiError): boolean => code === 'VALIDATION_ERROR' || code === 'NOT_FOUND'

const refusal = ({ code, error }: BulkResult): ApiError =>
  new ApiError({
    code: (code ?? 'BAD_ANSWER') as ApiError['code'],
    status: 200,
    message: error ?? code ?? '',
  })

/** Equal patches of several submissions are sent in one request. */
const keyOf = (patch: Patch): string =>
  JSON.stringify([patch.labels?.toSorted(), patch.done, patch.reply, patch.replyLanguage, patch.taskId])

const sameLabels = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((label) => other.includes(label))

export const createTriage = ({ send, now, after }: Settings) => {
  /** unsent patches, in order of the actions */
  const waiting = new Map<string, Patch>()
  const underWay = new Map<string, Patch>()
  /** failed requests, retried before new patches are sent */
  const again: Call[] = []
  /** confirmed states, until rows are refetched */
  const confirmed = new Map<string, SubmissionState & { readonly at: number }>()
  /** states before the first pending patch */
  const bases = new Map<string, SubmissionState>()
  const names = new Map<string, string>()
  const history: HistoryEntry[] = []
  let refused: readonly Refused[] = []
  let callOff: (() => void) | undefined
  let lastSent = Number.NEGATIVE_INFINITY
  let takenAt = Number.NEGATIVE_INFINITY
  let version = 0
  const listeners = new Set<() => void>()
  const notify = (): void => {
    version++
    for (const listener of listeners) listener()
  }

  const over = (base: SubmissionState, patch: Patch | undefined): SubmissionState => ({
    labels: patch?.labels ?? base.labels,
    done: patch?.done ?? base.done,
  })

  const isHeld = (id: string): boolean => underWay.has(id) || again.some(({ ids }) => ids.includes(id))

  /** A patch that restores the confirmed state need not be sent. */
  const settle = (id: string): void => {
    const patch = waiting.get(id)
    const base = bases.get(id)
    if (!patch || !base || isHeld(id)) return
    const { labels, done, ...rest } = patch
    const left: Patch = {
      ...rest,
      ...(labels && !sameLabels(labels, base.labels) ? { labels } : {}),
      ...(done !== undefined && done !== base.done ? { done } : {}),
    }
    if (Object.keys(left).length === 0) waiting.delete(id)
    else waiting.set(id, left)
  }

  const isPending = (id: string): boolean => waiting.has(id) || isHeld(id)

  const applyPatch = (id: string, more: Patch): void => {
    waiting.set(id, { ...waiting.get(id), ...more })
    settle(id)
  }

  const remember = (
    each: readonly { readonly item: TriageItem; readonly patch: Patch }[],
    patch: Patch,
  ): void => {
    if (each.length === 0) return
    history.push({ before: each.map(({ item }) => item), patch })
    if (history.length > remembered) history.shift()
    for (const { item, patch: own } of each) {
      const { id, name, labels, done } = item
      // Without pending patches, the displayed state is the base.
      if (!isPending(id)) bases.set(id, { labels, done })
      names.set(id, name)
      applyPatch(id, own)
    }
    schedule()
    notify()
  }

  const refuse = (ids: readonly string[], patch: Patch, error: ApiError, call?: Call): void => {
    refused = [...refused, ...ids.map((id) => ({ id, name: names.get(id) ?? '', patch, error, call }))]
  }

  const sendOut = async (call: Call, leaving: boolean): Promise<void> => {
    const { ids, patch, key } = call
    for (const id of ids) underWay.set(id, patch)
    lastSent = now()
    try {
      const results = await send({ ids: [...ids], ...patch }, { leaving, key })
      for (const result of results) {
        if (!result.ok) refuse([result.id], patch, refusal(result))
        else {
          const state = over(bases.get(result.id) ?? { labels: [], done: false }, patch)
          bases.set(result.id, state)
          takenAt = now()
          confirmed.set(result.id, { ...state, at: takenAt })
        }
      }
    } catch (cause) {
      const error = fault(cause)
      refuse(ids, patch, error, isDecided(error) ? undefined : call)
    }
    for (const id of ids) underWay.delete(id)
    notify()
  }

  /** A request to retry, else the oldest patch with all submissions that share it. */
  const nextCall = (): Call | undefined => {
    // Requests about the same submission must not overlap.
    if (again[0]?.ids.every((id) => !underWay.has(id))) return again.shift()
    const free = [...waiting].filter(([id]) => !isHeld(id))
    const [first] = free
    if (!first) return undefined
    const key = keyOf(first[1])
    const ids = free.flatMap(([id, one]) => (keyOf(one) === key ? [id] : [])).slice(0, atMost)
    for (const id of ids) waiting.delete(id)
    return { ids, patch: first[1], key: newId() }
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
    apply: (items: readonly TriageItem[], patch: Patch): void =>
      remember(
        items.map((item) => ({ item, patch })),
        patch,
      ),

    /** One undo entry for all, with individual labels. */
    label: (each: readonly { readonly item: TriageItem; readonly labels: string[] }[]): void =>
      remember(
        each.map(({ item, labels }) => ({ item, patch: { labels } })),
        { labels: [] },
      ),

    /** @returns `ids`: restored submissions; `kept`: replies and tasks already sent, which cannot be undone */
    undo: (): { readonly ids: readonly string[]; readonly kept: boolean } | undefined => {
      const entry = history.pop()
      if (!entry) return undefined
      let kept = false
      for (const item of entry.before) {
        const still = waiting.get(item.id)
        const { reply, taskId, labels, done } = entry.patch
        if (reply !== undefined || taskId !== undefined) {
          if (still && still.reply === reply && still.taskId === taskId) {
            const { reply: _reply, replyLanguage: _language, taskId: _task, ...rest } = still
            waiting.set(item.id, rest)
          } else kept = true
        }
        applyPatch(item.id, {
          ...(labels ? { labels: [...item.labels] } : {}),
          ...(done === undefined ? {} : { done: item.done }),
        })
      }
      schedule()
      notify()
      return { ids: entry.before.map(({ id }) => id), kept }
    },

    /** Sends everything now, since more is requested or the page may be closed. */
    flush: async (leaving = false): Promise<void> => {
      callOff?.()
      callOff = undefined
      const calls: Promise<void>[] = []
      for (let call = nextCall(); call; call = nextCall()) calls.push(sendOut(call, leaving))
      await Promise.all(calls)
      schedule()
    },

    /** @param readAt when the row was fetched, on the clock of `now` */
    shown: (id: string, read: SubmissionState, readAt: number): SubmissionState => {
      const known = confirmed.get(id)
      const base = known && known.at > readAt ? known : read
      const sent = again.reduce(
        (state, { ids, patch }) => (ids.includes(id) ? over(state, patch) : state),
        over(base, underWay.get(id)),
      )
      return over(sent, waiting.get(id))
    },

    retry: (): void => {
      const back = refused
      refused = []
      again.push(...new Set(back.flatMap(({ call }) => call ?? [])))
      for (const { id, patch, call } of back) if (!call) applyPatch(id, patch)
      schedule()
      notify()
    },
    dismiss: (): void => {
      refused = []
      notify()
    },
    refused: (): readonly Refused[] => refused,
    /** number of unconfirmed patches */
    pending: (): number => waiting.size + underWay.size + again.length,
    /** time of the last confirmation */
    confirmedAt: (): number => takenAt,
    canUndo: (): boolean => history.length > 0,
    version: (): number => version,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export type Triage = ReturnType<typeof createTriage>
