/** Pseudorandom numbers from a fixed seed. */

export interface Chance {
  /** 0 (inclusive) to 1 (exclusive) */
  next(): number
  /** true with probability `share` */
  happens(share: number): boolean
  /** a whole number, both ends included */
  between(least: number, most: number): number
  pick<T>(from: readonly [T, ...T[]]): T
  /** one of the keys by weight */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K
}

/** mulberry32: small, fast and uniform enough for demo data. */
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

/** A seed from a text, so that each place and day has its own numbers. */
export const seedOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (const sign of text) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193)
  return hash | 0
}
