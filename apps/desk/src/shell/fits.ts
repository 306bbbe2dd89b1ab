/** Whether a text contains each typed word, in any order. */
export const fits = (text: string, typed: string): boolean =>
  typed
    .toLowerCase()
    .split(/\s+/)
    .every((part) => text.toLowerCase().includes(part))
