/**
 * Number of open tasks at the end of each point, and their median age, as pure functions. Times are milliseconds
 * since 1970.
 */

/** A time span in which a task was not done; `to` is Infinity if it is not done now. */
export interface Span {
  /** creation of the task, not start of the span */
  readonly created: number
  readonly from: number
  readonly to: number
}

export interface Turn {
  readonly at: number
  readonly kind: 'FINISHED' | 'REOPENED'
}

/**
 * The spans of a task that was reopened.
 * @param turns ascending; the time of the last completion is `completed`, which a phone may have reported late
 * @param completed undefined if it is not done
 */
export const spansOf = (created: number, completed: number | undefined, turns: readonly Turn[]): Span[] => {
  const spans: Span[] = []
  let from: number | undefined = created
  let last = created
  for (const { at, kind } of turns) {
    if (kind === 'REOPENED') {
      last = at
      from ??= at
    } else if (from !== undefined) {
      spans.push({ created, from, to: at })
      from = undefined
    }
  }
  const standing = spans.at(-1)
  if (completed === undefined)
    return [...spans, { created, from: from ?? standing?.to ?? last, to: Infinity }]
  // If a phone reports a completion from before the reopening, the task was open for no time at all.
  const to = Math.max(completed, last)
  if (from !== undefined) return [...spans, { created, from, to }]
  return standing && standing.from === last ? [...spans.slice(0, -1), { ...standing, to }] : spans
}

/** A Fenwick tree: counts present elements and finds the k-th; all ranks are known beforehand. */
const openTree = (size: number) => {
  const sums = new Int32Array(size + 1)
  const highest = 2 ** Math.floor(Math.log2(Math.max(1, size)))
  let count = 0
  return {
    count: (): number => count,
    add: (rank: number, n: 1 | -1): void => {
      count += n
      for (let at = rank + 1; at <= size; at += at & -at) sums[at] = (sums[at] ?? 0) + n
    },
    /** @param k from 0 */
    rankOf: (k: number): number => {
      let at = 0
      let left = k
      for (let step = highest; step > 0; step /= 2) {
        const sum = sums[at + step]
        if (at + step <= size && sum !== undefined && sum <= left) {
          at += step
          left -= sum
        }
      }
      return at
    },
  }
}

export interface Backlog {
  readonly count: number
  /** creation time of the median task; the middle of two if the count is even, null without tasks */
  readonly medianCreated: number | null
}

/** The backlog just before each of these times, ascending. */
export const backlogAt = (spans: readonly Span[], times: readonly number[]): Backlog[] => {
  const byAge = spans.toSorted((one, other) => one.created - other.created)
  const ranks = byAge.map((_, rank) => rank)
  const coming = ranks.toSorted((one, other) => (byAge[one]?.from ?? 0) - (byAge[other]?.from ?? 0))
  const going = ranks.toSorted((one, other) => {
    const [a, b] = [byAge[one]?.to ?? 0, byAge[other]?.to ?? 0]
    return a === b ? 0 : a - b
  })
  const tree = openTree(byAge.length)
  let [came, went] = [0, 0]
  return times.map((time) => {
    for (let rank = coming[came]; rank !== undefined; rank = coming[++came]) {
      if ((byAge[rank]?.from ?? Infinity) >= time) break
      tree.add(rank, 1)
    }
    for (let rank = going[went]; rank !== undefined; rank = going[++went]) {
      if ((byAge[rank]?.to ?? Infinity) >= time) break
      tree.add(rank, -1)
    }
    const count = tree.count()
    if (count === 0) return { count, medianCreated: null }
    const createdOf = (k: number): number => byAge[tree.rankOf(k)]?.created ?? 0
    return { count, medianCreated: (createdOf((count - 1) >> 1) + createdOf(count >> 1)) / 2 }
  })
}
