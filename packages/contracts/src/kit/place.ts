/** How a place is called. The one function for it: pickers, titles, charts, files, mails and pages all ask here. */

/**
 * E.g. "Washroom East · Level 3 · Quay House": amenity, location from the top down, building. What is missing or has
 * been said is left out; so is the building by callers whose reader has chosen it.
 */
export const sayPlace = (...parts: readonly (string | null | undefined)[]): string => {
  const told: string[] = []
  for (const part of parts) {
    // A short end, as the "1" of "Washroom 1", is no floor that was said.
    const isSaid = (said: string): boolean => ` ${said}`.toLowerCase().endsWith(` ${part}`.toLowerCase())
    if (part && !(part.length > 3 && told.some(isSaid))) told.push(part)
  }
  return told.join(' · ')
}
