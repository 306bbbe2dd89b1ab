/**
 * Short reference of a report that a visitor can say aloud: the last eight digits of its id in two groups, e.g.
 * "A3F0-9C1B". It identifies a report among those of a place and opens nothing; only the tracking token does.
 */
export const referenceOf = (id: string): string =>
  id
    .slice(-8)
    .toUpperCase()
    .replace(/^(.{4})(.+)$/, '$1-$2')
