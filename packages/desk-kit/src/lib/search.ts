/** Search parameters of addresses: plain, readable, shareable. Each reader validates what a link contains. */

/** `?status=OPEN,DONE&page=2` → `{status: 'OPEN,DONE', page: '2'}` */
export const parseSearch = (search: string): Record<string, unknown> =>
  Object.fromEntries(new URLSearchParams(search))

export const stringifySearch = (search: Record<string, unknown>): string => {
  const parts: string[] = []
  for (const [name, value] of Object.entries(search)) {
    if (value === undefined || value === null || value === '') continue
    if (Array.isArray(value) && value.length === 0) continue
    parts.push(`${name}=${encodeURIComponent(String(value)).replaceAll('%2C', ',')}`)
  }
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String) : typeof value === 'string' && value !== '' ? value.split(',') : []

/** The allowed values; undefined when none is left. */
export const some = <T extends string>(value: unknown, allowed: readonly T[]): T[] | undefined => {
  const found = strings(value).filter((entry): entry is T => (allowed as readonly string[]).includes(entry))
  return found.length === 0 ? undefined : found
}

export const one = <T extends string>(value: unknown, allowed: readonly T[]): T | undefined =>
  some(typeof value === 'string' ? value : undefined, allowed)?.[0]

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** UUIDs and the given keywords, e.g. `me`. */
export const ids = (value: unknown, words: readonly string[] = []): string[] | undefined => {
  const found = strings(value).filter((entry) => uuid.test(entry) || words.includes(entry))
  return found.length === 0 ? undefined : found
}

export const codes = (value: unknown): string[] | undefined => {
  const found = strings(value).filter((entry) => /^[A-Z][A-Z0-9_]{0,59}$/.test(entry))
  return found.length === 0 ? undefined : found
}

export const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.slice(0, 200) : undefined

export const flag = (value: unknown): true | undefined =>
  value === true || value === 'true' ? true : undefined

export const pageNumber = (value: unknown): number | undefined => {
  const number = Number(value)
  return Number.isInteger(number) && number > 1 && number < 2147483647 ? number : undefined
}

export const day = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined

/** A field name, with `-` in front for descending. */
export const sortOf = <F extends string>(value: unknown, fields: readonly F[]): F | `-${F}` | undefined =>
  one(value, [...fields, ...fields.map((field) => `-${field}` as const)])

/** Number of filters that are set; a period is one, and the search is seen by itself. */
export const countSet = (filters: Readonly<Record<string, unknown>>): number =>
  Object.entries(filters).filter(
    ([name, value]) => value !== undefined && name !== 'q' && !(name === 'to' && filters.from !== undefined),
  ).length
