/** The code of a sticker, read from what a camera, a keyboard or the clipboard gives. */

const digit = /^\p{Nd}$/u

/** Digits of every script as 0 to 9; full-width letters as usual ones. */
export const plainDigits = (text: string): string =>
  text.normalize('NFKC').replace(/(?!\d)\p{Nd}/gu, (sign) => {
    // Digits of a script stand in a row, in rows of ten.
    let first = sign.codePointAt(0) ?? 0
    const own = first
    while (digit.test(String.fromCodePoint(first - 1))) first -= 1
    return String((own - first) % 10)
  })

/**
 * As the service keeps it: upper case without blanks and hyphens, O as 0, I and L as 1; own codes of 4 to 32 letters and
 * digits pass as well. Of an address it is what follows `/q/`; on which host does not matter, because a printed sticker
 * outlives a domain.
 * @returns undefined for what can be no code
 */
export const readQrCode = (text: string): string | undefined => {
  if (text.length > 500) return undefined
  const trimmed = text.trim()
  const [, inAddress] = /\/q\/([^/?#]+)/i.exec(trimmed) ?? []
  if (inAddress === undefined && /^[a-z]+:\/\//i.test(trimmed)) return undefined
  const written = (inAddress ?? trimmed).replace(/%20/g, ' ')
  const bare = plainDigits(written).replace(/[\s\p{Pd}\u00ad\u200b-\u200f\u2060\ufeff]/gu, '')
  if (!/^[0-9A-Za-z]{4,32}$/.test(bare)) return undefined
  return bare.toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1')
}
