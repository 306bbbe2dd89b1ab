/** Whether a rating needs no work; used by the pages and the script. */
export const isGood = (rating: number | null | undefined, issues: number | undefined): boolean =>
  (rating ?? 0) >= 4 && !issues
