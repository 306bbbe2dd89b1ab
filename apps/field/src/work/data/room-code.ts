/** The code of a sticker: as a camera reads it, as people type it, as the service keeps it. */

/**
 * As the service keeps it: upper case without blanks and hyphens, O as 0, I and L as 1. Of an address it is what follows
 * `/q/`; on which host does not matter, because a printed sticker outlives a domain.
 * @returns undefined for what can be no code
 */
export const roomCodeOf = (text: string): string | undefined => {
  const trimmed = text.trim()
  const inAddress = /\/q\/([^/?#]+)/i.exec(trimmed)?.[1]
  if (inAddress === undefined && /^[a-z]+:\/\//i.test(trimmed)) return undefined
  const bare = (inAddress ?? trimmed).normalize('NFKC').replace(/[\s\p{Pd}\u00ad\u200b\ufeff]/gu, '')
  if (!/^[0-9A-Za-z]{4,32}$/.test(bare)) return undefined
  return bare.toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1')
}

/** What was typed so far, in fives as it is printed. */
export const inFives = (typed: string): string =>
  (
    typed
      .toUpperCase()
      .replace(/[\s\p{Pd}]/gu, '')
      .match(/.{1,5}/gu) ?? []
  ).join(' ')
