/**
 * The response cache: an answer is computed once for each caller and request, and reused while the change counter
 * of its list is the same. The counter is read before the answer is computed, so a change during the computation
 * invalidates it, and no answer is older than the request.
 */
import type { ChangeCounters } from '../db/change-counters.ts'
import type { ListName } from '../db/invalidated-lists.ts'
import type { Metrics } from '../metrics/counters.ts'
import type { HttpAnswer } from './answer.ts'
import type { Principal } from './principal.ts'

/** An answer and the time until which it can be reused; undefined: it is not cached. */
export interface CacheableAnswer {
  readonly answer: HttpAnswer
  readonly until: Date | undefined
}

export interface ResponseCache {
  /** @param question the endpoint with all its parameters */
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
  /** milliseconds; 0 while it is computed */
  until: number
  size: number
}

const mostBytes = 16 * 1024 * 1024

const callers = new WeakMap<Principal, string>()

/** Everything about the caller that may affect an answer. */
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
