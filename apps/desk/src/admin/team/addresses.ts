/** Parses email addresses from pasted text. */

export interface Address {
  readonly email: string
  /** as written before the address, else derived from it */
  readonly name: string
}

/** `ana.lopez` → `Ana Lopez` */
const nameFrom = (email: string): string =>
  (email.split('@')[0] ?? email)
    .split(/[._+-]+/)
    .filter(Boolean)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(' ')

export interface Dropped {
  /** shortened */
  readonly text: string
  readonly why: 'NO_ADDRESS' | 'TWICE'
}

export interface Pasted {
  readonly addresses: readonly Address[]
  readonly dropped: readonly Dropped[]
}

const shown = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text)

/**
 * Accepts lines, commas, semicolons and `Ana Lopez <ana@example.org>`; returns each address once, and what is no
 * address.
 */
export const addressesIn = (text: string): Pasted => {
  const found = new Map<string, Address>()
  const dropped: Dropped[] = []
  for (const part of text.split(/[\n,;]+/).map((one) => one.trim())) {
    if (part === '') continue
    const [, before = '', email] =
      /^(.*?)[<(\s"']*([^\s<>()"']+@[^\s<>()"']+\.[^\s<>()"']{2,})[>)"']*\s*$/.exec(part) ?? []
    if (!email) {
      dropped.push({ text: shown(part), why: 'NO_ADDRESS' })
      continue
    }
    const address = email.toLowerCase()
    const name = before
      .replaceAll(/["'<(]/g, '')
      .trim()
      .slice(0, 120)
    if (found.has(address)) dropped.push({ text: shown(part), why: 'TWICE' })
    else found.set(address, { email: address, name: name || nameFrom(address) })
  }
  return { addresses: [...found.values()], dropped }
}
