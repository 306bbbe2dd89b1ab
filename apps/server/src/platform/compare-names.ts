/** The order of names in lists that are sorted in memory: that of the collation natural_order in the database. */
const collator = new Intl.Collator('en', { numeric: true })

export const compareNames = (one: string, other: string): number => collator.compare(one, other)
