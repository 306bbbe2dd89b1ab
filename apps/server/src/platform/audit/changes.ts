/**
 * What an entry says was and is now. Both come from the record as it is shown, before and after, never from what was
 * sent: so no secret that a call carries can come here.
 */
import { isDeepStrictEqual } from 'node:util'

/** A list that is too long to be told is a number of entries. */
export type Said = string | number | boolean | null | readonly string[] | { readonly count: number }

export interface Change {
  /** as in the body, e.g. privacy.retentionDays */
  readonly field: string
  readonly from: Said
  readonly to: Said
  /** both values are kept back: only that the field has changed is told */
  readonly unsaid?: true
  /** the record was made with `to`, or had `from` when it was deleted */
  readonly made?: true
  readonly gone?: true
}

/** Ways to a person, and what opens something: that they changed is told, not what they are. */
const unsaid =
  /password|secret|token|key|credential|certificate|assertion|e-?mail|phone|contact|recipient|subscription|proof/i

const mostFields = 60
const mostText = 120
const mostListed = 8
const deepest = 3
/** Of an entry, as JSON; what comes after it is told without values. */
const mostBytes = 6000

type Bag = Readonly<Record<string, unknown>>
const isBag = (value: unknown): value is Bag =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)

const shortened = (text: string): string =>
  text.length > mostText ? `${text.slice(0, mostText - 1)}…` : text

/** An address may hold what opens something, so it is told without its path. */
const textOf = (text: string): string =>
  /^\s*[a-z][a-z0-9+.-]*:\/\//i.test(text) ? (URL.canParse(text) ? new URL(text).host : '') : shortened(text)

/** `{from: '08:00', to: '18:00'}` → `08:00–18:00`. */
const entryOf = (value: unknown): string | undefined => {
  if (typeof value === 'string') return textOf(value)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (!isBag(value)) return undefined
  const { from, to, ...more } = value
  return typeof from === 'string' && typeof to === 'string' && Object.keys(more).length === 0
    ? `${from}–${to}`
    : undefined
}

const listOf = (list: readonly unknown[]): Said => {
  const entries = list.length > mostListed ? [undefined] : list.map(entryOf)
  return entries.every((entry) => entry !== undefined) ? entries : { count: list.length }
}

const saidOf = (value: unknown): Said => {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'string') return textOf(value) || null
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return listOf(value)
  return { count: Object.keys(value).length }
}

const isCount = (said: Said): boolean => isBag(said)

const hidden = (field: string): Change => ({ field, from: null, to: null, unsaid: true })

/** A record that is referred to is told by its id: its name is read with the entry, and an erased one is gone there too. */
const orItsId = (value: unknown): unknown =>
  isBag(value) && typeof value.id === 'string' && typeof value.name === 'string' ? value.id : value

const differences = (field: string, before: unknown, after: unknown, depth: number): Change[] => {
  const [from, to] = [orItsId(before), orItsId(after)]
  if (isDeepStrictEqual(from, to)) return []
  if (unsaid.test(field)) return [hidden(field)]
  const sides = [from ?? undefined, to ?? undefined].filter((side) => side !== undefined)
  if (depth < deepest && sides.length > 0 && sides.every(isBag))
    return [...new Set(sides.flatMap(Object.keys))].flatMap((name) =>
      differences(
        `${field}.${name}`,
        isBag(from) ? from[name] : null,
        isBag(to) ? to[name] : null,
        depth + 1,
      ),
    )
  const [was, is] = [saidOf(from), saidOf(to)]
  // What cannot be told apart here, as another path of one address, has changed all the same; a count says that itself.
  if (isDeepStrictEqual(was, is) && !isCount(was)) return was === null ? [] : [hidden(field)]
  return [{ field, from: was, to: is }]
}

const bounded = (changes: readonly Change[]): readonly Change[] => {
  let bytes = 0
  return changes.slice(0, mostFields).map((change) => {
    bytes += Buffer.byteLength(JSON.stringify(change))
    return bytes > mostBytes ? { ...change, ...hidden(change.field) } : change
  })
}

/**
 * @param fields those that the call can change
 * @param before the record as it was shown
 * @param after as it is shown now
 */
export const changesBetween = (fields: readonly string[], before: Bag, after: Bag): readonly Change[] =>
  bounded(
    fields
      .filter((field) => field in before && field in after)
      .flatMap((field) => differences(field, before[field], after[field], 1)),
  )

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isBag(value) && Object.values(value).every(isEmpty))

/**
 * What a record was made with, or had when it was deleted; what was left empty is not told.
 * @param fields those that a call can give it
 * @param record as it is, or was, shown
 */
export const valuesOf = (kind: 'made' | 'gone', fields: readonly string[], record: Bag): readonly Change[] =>
  bounded(
    fields
      .filter((field) => !isEmpty(record[field]))
      .flatMap((field) => differences(field, null, record[field], 1))
      .filter(({ to, unsaid }) => unsaid || !isEmpty(to))
      .map((change) =>
        kind === 'made' ? { ...change, made: true } : { ...change, from: change.to, to: null, gone: true },
      ),
  )
