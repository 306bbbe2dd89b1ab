/** Reads a QR code from the text of a camera, a keyboard or the clipboard. */

const digit = /^\p{Nd}$/u

/** Digits of every script become 0 to 9, full-width letters become ordinary ones. */
export const plainDigits = (text: string): string =>
  text.normalize('NFKC').replace(/(?!\d)\p{Nd}/gu, (sign) => {
    // The digits of a script are ten consecutive code points.
    let first = sign.codePointAt(0) ?? 0
    const own = first
    while (digit.test(String.fromCodePoint(first - 1))) first -= 1
    return String((own - first) % 10)
  })

/**
 * Normal form: upper case without blanks and hyphens, O as 0, I and L as 1; the tenant's own codes of 4 to 32 letters
 * and digits are accepted too. From an address the part after `/q/` is taken, on any host, because a printed sticker
 * outlives a domain.
 * @returns undefined if it cannot be a code
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
