/** How a place is called. The one function for it: pickers, titles, charts, files, mails and pages all ask here. */

const isSaid = (said: string, part: string): boolean => {
  const [before, now] = [said.toLowerCase(), part.toLowerCase()]
  // A short one, as the "1" of "Washroom 1", only looks like it.
  return before === now || (part.length > 3 && (before.endsWith(` ${now}`) || before.endsWith(`,${now}`)))
}

/**
 * E.g. "Washroom East · Level 3 · Quay House": amenity, location from the top down, building. What is missing or has
 * been said is left out; so is the building by callers whose reader has chosen it.
 */
export const sayPlace = (...parts: readonly (string | null | undefined)[]): string => {
  const told: string[] = []
  for (const part of parts) {
    const text = part?.trim()
    if (text && !told.some((said) => isSaid(said, text))) told.push(text)
  }
  return told.join(' · ')
}
