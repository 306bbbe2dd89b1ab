/**
 * What a visitor can say aloud of a report: the last eight digits of its id in two groups, e.g. "A3F0-9C1B". It names
 * the report among those of a place and opens nothing; the token in the tracking link does that.
 */
export const referenceOf = (id: string): string =>
  id
    .slice(-8)
    .toUpperCase()
    .replace(/^(.{4})(.+)$/, '$1-$2')
