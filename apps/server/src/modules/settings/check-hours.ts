/** Validation of service hours beyond the schema. */
import type { ServiceHours } from '#contracts/settings.ts'
import { invalid } from '#server/platform/errors.ts'

/**
 * The same hours with each day sorted; two intervals may touch.
 * @param path of the hours in the input
 * @throws ServiceError VALIDATION_ERROR if an interval ends before it starts, or two overlap
 */
export const checkHours = (hours: ServiceHours, path: string): ServiceHours => {
  const days = Object.entries(hours).map(([day, intervals]) => {
    const ordered = intervals.toSorted((one, other) =>
      one.from < other.from ? -1 : one.from > other.from ? 1 : 0,
    )
    for (const [index, { from, to }] of ordered.entries()) {
      // Times with two-digit parts compare as text.
      if (from >= to)
        throw invalid(
          `${path}.${day}`,
          `the interval from ${from} must end after it starts; over midnight, give two`,
        )
      const before = ordered[index - 1]
      if (before && before.to > from)
        throw invalid(`${path}.${day}`, `the intervals from ${before.from} and from ${from} overlap`)
    }
    return [day, ordered]
  })
  return Object.fromEntries(days) as ServiceHours
}
