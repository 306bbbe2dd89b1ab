/** Chance that comes out the same every time. */

export interface Chance {
  /** 0 up to, and without, 1 */
  next(): number
  /** true in `share` of all cases */
  happens(share: number): boolean
  /** a whole number, both ends included */
  between(least: number, most: number): number
  pick<T>(from: readonly [T, ...T[]]): T
  /** one of the keys, by their weights */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K
}

/** mulberry32: small, fast, and even enough for stories. */
export const chanceFrom = (seed: number): Chance => {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    between,
    happens: (share) => next() < share,
    pick: (from) => from[between(0, from.length - 1)] ?? from[0],
    weighted: (weights) => {
      const entries = Object.entries(weights) as [keyof typeof weights, number][]
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [key, weight] of entries) {
        left -= weight
        if (left < 0) return key
      }
      return entries[0]?.[0] as keyof typeof weights
    },
  }
}

/** A number that belongs to a text, so that each place and day has a chance of its own. */
export const seedOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (const sign of text) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193)
  return hash | 0
}
