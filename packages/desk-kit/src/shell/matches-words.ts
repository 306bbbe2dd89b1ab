/** Whether a text contains each typed word, in any order. */
export const matchesWords = (text: string, typed: string): boolean =>
  typed
    .toLowerCase()
    .split(/\s+/)
    .every((part) => text.toLowerCase().includes(part))
