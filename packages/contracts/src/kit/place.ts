/** The name of a place. Pickers, titles, charts, files, emails and pages all use this function. */

/**
 * E.g. "Washroom East · Level 3 · Quay House": amenity, location from the top level down, building. Missing parts and
 * parts that the name before already contains are left out; callers leave out the building if their reader has chosen
 * it.
 */
export const sayPlace = (...parts: readonly (string | null | undefined)[]): string => {
  const kept: string[] = []
  for (const part of parts) {
    // A short match such as the "1" of "Washroom 1" does not count as naming floor 1.
    const isSaid = (said: string): boolean => ` ${said}`.toLowerCase().endsWith(` ${part}`.toLowerCase())
    if (part && !(part.length > 3 && kept.some(isSaid))) kept.push(part)
  }
  return kept.join(' · ')
}
