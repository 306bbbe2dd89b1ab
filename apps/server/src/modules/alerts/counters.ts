/**
 * Rules that count over many reports. Reports are passed one by one, oldest first; each counter keeps only what its
 * rule needs.
 */
import type { Fault } from './faults.ts'
import { isOverused, type Rule, repeatsAt } from './rules.ts'

const usualWindowMs = 24 * 3600_000

/** Consecutive reports of one category at one amenity. */
interface Group {
  readonly sources: Set<string>
  last: number
  fired: boolean
}

/** @returns a function that says whether this report makes a COUNT rule fire; `key` identifies amenity and category */
export const reportCounter = (rule: Rule): ((key: string, source: string, at: number) => boolean) => {
  const groups = new Map<string, Group>()
  const windowMs = rule.windowMinutes === null ? usualWindowMs : rule.windowMinutes * 60_000
  const needed = rule.trigger.count ?? Number.POSITIVE_INFINITY
  return (key, source, at) => {
    let group = groups.get(key)
    if (!group || at - group.last >= windowMs) {
      group = { sources: new Set(), last: at, fired: false }
      groups.set(key, group)
    }
    group.last = at
    if (group.fired) return false
    group.sources.add(source)
    if (group.sources.size < needed) return false
    group.fired = true
    group.sources.clear()
    return true
  }
}

/** What is known of an amenity at the start of the span. */
export interface UsedBefore {
  /** since its last cleaning */
  readonly uses: number
  /** times of later cleanings, ascending */
  readonly cleanings: readonly number[]
}

/** @returns a function that says whether this use makes a USAGE rule fire; the amenity then counts as cleaned */
export const usageCounter = (
  rule: Rule,
  before: (amenityId: string) => UsedBefore,
): ((amenityId: string, at: number) => boolean) => {
  const known = new Map<string, { uses: number; cleanings: readonly number[] }>()
  return (amenityId, at) => {
    const state = known.get(amenityId) ?? { ...before(amenityId) }
    known.set(amenityId, state)
    const left = state.cleanings.filter((cleaned) => cleaned >= at)
    if (left.length < state.cleanings.length) state.uses = 0
    state.cleanings = left
    state.uses++
    if (!isOverused(rule, state.uses)) return false
    state.uses = 0
    return true
  }
}

/**
 * @returns a function that says whether this fault makes a REPEAT rule fire; the faults counted so far do not count
 * again
 */
export const repeatCounter = (rule: Rule): ((fault: Fault) => boolean) => {
  const since = new Map<string, readonly Fault[]>()
  return (fault) => {
    const key = `${fault.amenityId} ${fault.category}`
    const all = [...(since.get(key) ?? []), fault]
    const fires = repeatsAt(rule, all) !== undefined
    // Keep only as many as the rule needs.
    since.set(key, fires ? [] : all.slice(-(rule.trigger.count ?? 1)))
    return fires
  }
}
