/**
 * Values before and after a change. Both come from the record as its endpoint shows it, never from the request, so
 * no secret in a call is stored.
 */
import { isDeepStrictEqual } from 'node:util'

/** Long lists are stored as a count. */
export type AuditValue = string | number | boolean | null | readonly string[] | { readonly count: number }

export interface Change {
  /** as in the body, e.g. privacy.retentionDays */
  readonly field: string
  readonly from: AuditValue
  readonly to: AuditValue
  /** both values are withheld: only the change is recorded */
  readonly unsaid?: true
  /** set if the record was created with `to`, or deleted with `from` */
  readonly made?: true
  readonly gone?: true
}

/** Contact data and credentials: their change is recorded without values. */
const unsaid =
  /password|secret|token|key|credential|certificate|assertion|e-?mail|phone|contact|recipient|subscription|proof/i

const maxFields = 60
const maxText = 120
const maxListed = 8
const maxDepth = 3
/** Bytes of an entry as JSON; further changes are stored without values. */
const maxBytes = 6000

type PlainObject = Readonly<Record<string, unknown>>
const isPlainObject = (value: unknown): value is PlainObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)

const shortened = (text: string): string => (text.length > maxText ? `${text.slice(0, maxText - 1)}…` : text)

/** A URL may contain a secret, so only its host is stored. */
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

/**
 * A referenced record is stored by its id: its name is read when the entry is shown, so an erased name is gone
 * there too.
 */
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
  // Values that look equal here, such as URLs that differ in their path, have changed nevertheless; a count shows
  // the change itself.
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
 * @param fields that the call can change
 * @param before the record as shown before
 * @param after as shown now
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
 * Values with which a record was created, or which it had when it was deleted; empty ones are left out.
 * @param fields that a call can set
 * @param record as shown
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
