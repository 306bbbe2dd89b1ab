/** Formats typed input in groups of five, as printed on stickers. */
export const formatCode = (typed: string): string =>
  (
    typed
      .toUpperCase()
      .replace(/[\s\p{Pd}]/gu, '')
      .match(/.{1,5}/gu) ?? []
  ).join(' ')
