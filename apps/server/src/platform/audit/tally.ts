/** Number of entries by month, actor and action. */

export interface TallyKey {
  /** first day of the month in UTC */
  readonly month: string
  readonly actorId: string
  readonly action: string
}

export const monthOf = (at: Date): string => `${at.toISOString().slice(0, 7)}-01`

/** Counts equal keys and returns arrays of months, actors, actions and numbers. */
export const tallyArrays = (
  entries: readonly TallyKey[],
): readonly [readonly string[], readonly string[], readonly string[], readonly number[]] => {
  const counts = new Map<string, TallyKey & { entries: number }>()
  for (const entry of entries) {
    const key = [entry.month, entry.actorId, entry.action].join('\0')
    counts.set(key, { ...entry, entries: (counts.get(key)?.entries ?? 0) + 1 })
  }
  const lines = [...counts.values()]
  return [
    lines.map(({ month }) => month),
    lines.map(({ actorId }) => actorId),
    lines.map(({ action }) => action),
    lines.map((line) => line.entries),
  ]
}
