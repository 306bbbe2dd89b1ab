/** Whether a text has all the pieces that somebody typed, in any order. */
export const fits = (text: string, typed: string): boolean =>
  typed
    .toLowerCase()
    .split(/\s+/)
    .every((part) => text.toLowerCase().includes(part))
