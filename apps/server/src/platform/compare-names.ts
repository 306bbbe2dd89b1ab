/** Sorts names in memory in the order of the database collation natural_order. */
const collator = new Intl.Collator('en', { numeric: true })

export const compareNames = (one: string, other: string): number => collator.compare(one, other)
