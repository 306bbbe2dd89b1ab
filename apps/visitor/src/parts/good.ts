/** A rating that asks for nothing; the pages and the script agree on it. */
export const isGood = (rating: number | null | undefined, issues: number | undefined): boolean =>
  (rating ?? 0) >= 4 && !issues
