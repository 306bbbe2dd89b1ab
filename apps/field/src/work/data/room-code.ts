/** What was typed so far of a sticker's code, in fives as it is printed. */
export const formatCode = (typed: string): string =>
  (
    typed
      .toUpperCase()
      .replace(/[\s\p{Pd}]/gu, '')
      .match(/.{1,5}/gu) ?? []
  ).join(' ')
