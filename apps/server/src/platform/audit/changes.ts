/**
 * What an entry says was and is now. Both come from the record as it is shown, before and after, never from what was
 * sent: so no secret that a call carries can come here.
 */
import { isDeepStrictEqual } from 'node:util'

/** A list that is too long to be told is a number of entries. */
export type AuditValue = string | number | boolean | null | readonly string[] | { readonly count: number }

export interface Change {
  /** as in the body, e.g. privacy.retentionDays */
  readonly field: string
  readonly from: AuditValue
  readonly to: AuditValue
  /** both values are kept back: only that the field has changed is told */
  readonly unsaid?: true
  /** the record was made with `to`, or had `from` when it was deleted */
  readonly made?: true
  readonly gone?: true
}

/** Ways to a person, and what opens something: that they changed is told, not what they are. */
const unsaid =
  /password|secret|token|key|credential|certificate|assertion|e-?mail|phone|contact|recipient|subscription|proof/i

const maxFields = 60
const maxText = 120
const maxListed = 8
const maxDepth = 3
/** Of an entry, as JSON; what comes after it is told without values. */
const maxBytes = 6000

type PlainObject = Readonly<Record<string, unknown>>
const isPlainObject = (value: unknown): value is PlainObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)

const shortened = (text: string): string => (text.length > maxText ? `${text.slice(0, maxText - 1)}…` : text)

/** An address may hold what opens something, so it is told without its path. */
const textOf = (text: string): string =>
  /^\s*[a-z][a-z0-9+.-]*:\/\//i.test(text) ? (URL.canParse(text) ? new URL(text).host : '') : shortened(text)

/** `{from: '08:00', to: '18:00'}` → `08:00–18:00`. */
const entryOf = (value: unknown): string | undefined => {
  if (typeof value === 'string') return textOf(value)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (!isPlainObject(value)) return undefined
  const { from, to, ...more } = value
  return typeof from === 'string' && typeof to === 'string' && Object.keys(more).length === 0
    ? `${from}–${to}`
    : undefined
}

const listOf = (list: readonly unknown[]): AuditValue => {
  const entries = list.length > maxListed ? [undefined] : list.map(entryOf)
  return entries.every((entry) => entry !== undefined) ? entries : { count: list.length }
}

const auditValueOf = (value: unknown): AuditValue => {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'string') return textOf(value) || null
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return listOf(value)
  return { count: Object.keys(value).length }
}

const isCount = (said: AuditValue): boolean => isPlainObject(said)

const hidden = (field: string): Change => ({ field, from: null, to: null, unsaid: true })

/** A record that is referred to is told by its id: its name is read with the entry, and an erased one is gone there too. */
const idIfReference = (value: unknown): unknown =>
  isPlainObject(value) && typeof value.id === 'string' && typeof value.name === 'string' ? value.id : value

const differences = (field: string, before: unknown, after: unknown, depth: number): Change[] => {
  const [from, to] = [idIfReference(before), idIfReference(after)]
  if (isDeepStrictEqual(from, to)) return []
  if (unsaid.test(field)) return [hidden(field)]
  const sides = [from ?? undefined, to ?? undefined].filter((side) => side !== undefined)
  if (depth < maxDepth && sides.length > 0 && sides.every(isPlainObject))
    return [...new Set(sides.flatMap(Object.keys))].flatMap((name) =>
      differences(
        `${field}.${name}`,
        isPlainObject(from) ? from[name] : null,
        isPlainObject(to) ? to[name] : null,
        depth + 1,
      ),
    )
  const [was, is] = [auditValueOf(from), auditValueOf(to)]
  // What cannot be told apart here, as another path of one address, has changed all the same; a count says that itself.
  if (isDeepStrictEqual(was, is) && !isCount(was)) return was === null ? [] : [hidden(field)]
  return [{ field, from: was, to: is }]
}

const bounded = (changes: readonly Change[]): readonly Change[] => {
  let bytes = 0
  return changes.slice(0, maxFields).map((change) => {
    bytes += Buffer.byteLength(JSON.stringify(change))
    return bytes > maxBytes ? { ...change, ...hidden(change.field) } : change
  })
}

/**
 * @param fields those that the call can change
 * @param before the record as it was shown
 * @param after as it is shown now
 */
export const changesBetween = (
  fields: readonly string[],
  before: PlainObject,
  after: PlainObject,
): readonly Change[] =>
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
  (isPlainObject(value) && Object.values(value).every(isEmpty))

/**
 * What a record was made with, or had when it was deleted; what was left empty is not told.
 * @param fields those that a call can give it
 * @param record as it is, or was, shown
 */
export const valuesOf = (
  kind: 'made' | 'gone',
  fields: readonly string[],
  record: PlainObject,
): readonly Change[] =>
  bounded(
    fields
      .filter((field) => !isEmpty(record[field]))
      .flatMap((field) => differences(field, null, record[field], 1))
      .filter(({ to, unsaid }) => unsaid || !isEmpty(to))
      .map((change) =>
        kind === 'made' ? { ...change, made: true } : { ...change, from: change.to, to: null, gone: true },
      ),
  )
