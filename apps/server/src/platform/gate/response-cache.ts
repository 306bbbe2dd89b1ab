/**
 * The response cache: an answer is made once for each caller and question, and sent again while the list's change
 * counter is the one under which it was made. The counter is read first, so a change that commits while an answer is
 * made invalidates it at once; no answer is older than the request that it is sent to.
 */
import type { ChangeCounters } from '../db/change-counters.ts'
import type { ListName } from '../db/invalidated-lists.ts'
import type { Metrics } from '../metrics/counters.ts'
import type { HttpAnswer } from './answer.ts'
import type { Principal } from './principal.ts'

/** An answer, and from when on time alone makes it another; undefined: it is not to be kept. */
export interface CacheableAnswer {
  readonly answer: HttpAnswer
  readonly until: Date | undefined
}

export interface ResponseCache {
  /** @param question the endpoint and all that the client asks of it */
  answer(
    principal: Principal,
    list: ListName,
    question: string,
    now: Date,
    make: () => Promise<CacheableAnswer>,
  ): Promise<HttpAnswer>
}

interface Entry {
  readonly changeCount: number
  readonly made: Promise<CacheableAnswer>
  /** milliseconds; 0 while it is being made */
  until: number
  size: number
}

const mostBytes = 16 * 1024 * 1024

const callers = new WeakMap<Principal, string>()

/** All of the caller that an answer may depend on. */
const callerOf = (principal: Principal): string => {
  const known = callers.get(principal)
  if (known !== undefined) return known
  const { actor, tenant, readOnly } = principal
  const { id, kind } = actor
  const rights =
    kind === 'KEY' ? actor.scopes : [...actor.roles, ...actor.buildingIds, actor.operatorId, actor.companyId]
  // guard: remembered-for-caller
  const caller = JSON.stringify([tenant, kind, id, rights, readOnly ?? null])
  callers.set(principal, caller)
  return caller
}

const sizeOf = (key: string, { body }: HttpAnswer): number => key.length + String(body).length + 500

export const openResponseCache = (changeCounters: ChangeCounters, metrics: Metrics): ResponseCache => {
  const entries = new Map<string, Entry>()
  let bytes = 0

  const drop = (key: string, entry: Entry): void => {
    if (entries.get(key) !== entry) return
    entries.delete(key)
    bytes -= entry.size
  }

  const keep = (key: string, entry: Entry, { answer, until }: CacheableAnswer): void => {
    if (entries.get(key) !== entry) return
    if (until === undefined) {
      drop(key, entry)
      return
    }
    entry.until = until.getTime()
    entry.size = sizeOf(key, answer)
    bytes += entry.size
    for (const [oldest, other] of entries) {
      if (bytes <= mostBytes) break
      drop(oldest, other)
    }
  }

  return {
    answer: async (principal, list, question, now, make) => {
      const changeCount = await changeCounters.of(principal.tenant.id, list)
      const key = `${callerOf(principal)}\n${question}`
      const known = entries.get(key)
      if (known?.changeCount === changeCount && (known.until === 0 || now.getTime() < known.until)) {
        metrics.responseCacheHits++
        const { answer } = await known.made
        return answer
      }
      metrics.responseCacheMisses++
      if (known) drop(key, known)
      const entry: Entry = { changeCount, made: make(), until: 0, size: 0 }
      entries.set(key, entry)
      try {
        const made = await entry.made
        keep(key, entry, made)
        return made.answer
      } catch (error) {
        drop(key, entry)
        throw error
      }
    },
  }
}
