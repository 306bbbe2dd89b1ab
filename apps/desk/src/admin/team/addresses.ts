/** E-mail addresses in whatever was pasted. */

export interface Address {
  readonly email: string
  /** as written before the address, else made from it */
  readonly name: string
}

/** `ana.lopez` → `Ana Lopez` */
const nameFrom = (email: string): string =>
  (email.split('@')[0] ?? email)
    .split(/[._+-]+/)
    .filter(Boolean)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(' ')

/** Lines, commas, semicolons, `Ana Lopez <ana@example.org>`; each address once. */
export const addressesIn = (text: string): Address[] => {
  const found = new Map<string, Address>()
  for (const part of text.split(/[\n,;]+/)) {
    const [, before = '', email] =
      /^(.*?)[<(\s"']*([^\s<>()"']+@[^\s<>()"']+\.[^\s<>()"']{2,})[>)"']*\s*$/.exec(part.trim()) ?? []
    if (!email) continue
    const address = email.toLowerCase()
    const name = before
      .replaceAll(/["'<(]/g, '')
      .trim()
      .slice(0, 120)
    if (!found.has(address)) found.set(address, { email: address, name: name || nameFrom(address) })
  }
  return [...found.values()]
}
