/**
 * Normalizes client input by the schema: drops undeclared fields, converts text to NFC and trims it, checks formats
 * such as email and instant. The validator checks types and bounds.
 */
import { domainToASCII } from 'node:url'
import { timeZoneOf } from '#contracts/kit/time-zone.ts'
import { invalid } from '../errors.ts'

/** The parts of a JSON schema that are used here. */
export interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly 'x-text'?: 'line' | 'long' | 'exact' | 'id'
  readonly 'x-format'?: 'email' | 'instant' | 'date' | 'time-zone'
  readonly enum?: readonly unknown[]
  readonly const?: unknown
}

// Control characters, bidi overrides and isolates, line and paragraph separators, invisible characters. The joiners
// U+200C and U+200D are allowed: scripts and emoji need them.
const notInLine = /[\u0000-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2060\u2066-\u2069\u2028\u2029\ufeff]/
const notInLong = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/
const onlyInvisible = /^[\s\u200b-\u200f\u2060\ufeff]*$/

/** Foreign text as one line of at most `max` code points; forbidden characters become blanks. */
export const cleanLine = (text: string, max: number): string => {
  const shown = [...text.toWellFormed().normalize('NFC')]
    .map((character) => (notInLine.test(character) ? ' ' : character))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
  return onlyInvisible.test(shown) ? '' : [...shown].slice(0, max).join('').trim()
}

const emailShape = /^[^\s@"(),:;<>[\\\]\u0000-\u001f\u007f-\u009f]{1,64}@([^\s@]{1,190})$/

/** Lower case, with the ASCII form of the domain; undefined if it is not an address. */
export const normaliseEmail = (text: string): string | undefined => {
  const clean = text.normalize('NFKC').trim().toLowerCase()
  const at = emailShape.exec(clean)
  if (!at) return undefined
  const local = clean.slice(0, clean.length - (at[1]?.length ?? 0) - 1)
  const domain = domainToASCII(at[1] ?? '')
  if (!/^[\u0021-\u007e]+$/.test(local)) return undefined
  if (!/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}$/.test(domain)) return undefined
  const email = `${local}@${domain}`
  return email.length <= 254 ? email : undefined
}

const realDay = (year: number, month: number, day: number): boolean => {
  if (year < 1970 || year > 9999 || month < 1 || month > 12 || day < 1) return false
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

const instantShape =
  /^(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d{1,9})?)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/

/** ISO 8601 with offset → UTC with milliseconds; undefined if it is not a valid instant. */
export const normaliseInstant = (text: string): string | undefined => {
  const parts = instantShape.exec(text)
  if (!parts || !realDay(Number(parts[1]), Number(parts[2]), Number(parts[3]))) return undefined
  const time = Date.parse(text)
  // The offset may move it out of the supported years.
  return time >= 0 && time < Date.UTC(10_000, 0) ? new Date(time).toISOString() : undefined
}

/** An existing date such as 2026-11-20. */
export const isDay = (text: string): boolean => {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  return parts !== null && realDay(Number(parts[1]), Number(parts[2]), Number(parts[3]))
}

const formats: Record<NonNullable<Schema['x-format']>, (text: string) => string | undefined> = {
  email: normaliseEmail,
  instant: normaliseInstant,
  date: (text) => (isDay(text) ? text : undefined),
  'time-zone': timeZoneOf,
}
const formatNames = {
  email: 'an email address',
  instant: 'an instant such as 2026-11-20T08:00:00Z',
  date: 'a day such as 2026-11-20',
  'time-zone': 'a time zone such as Europe/London',
}

const uuidInAnyCase = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** UUIDs in lower case; other text is unchanged. */
export const idInLowerCase = (text: string): string => (uuidInAnyCase.test(text) ? text.toLowerCase() : text)

/** Printable ASCII needs no normalization and has no forbidden characters. */
const plain = /^[ -~]*$/

const normaliseText = (schema: Schema, value: string, path: string): string => {
  // guard: no-nul
  if (!value.isWellFormed() || value.includes('\u0000'))
    throw invalid(path, 'contains characters that are not text')
  if (schema['x-format']) {
    const formatted = formats[schema['x-format']](value)
    if (formatted === undefined) throw invalid(path, `must be ${formatNames[schema['x-format']]}`)
    return formatted
  }
  const kind = schema['x-text']
  if ((kind === 'line' || kind === 'long') && plain.test(value)) return value.trim()
  switch (kind) {
    case 'line': {
      const text = value.normalize('NFC').trim()
      if (onlyInvisible.test(text)) return ''
      if (notInLine.test(text))
        throw invalid(path, 'must be one line without control or invisible characters')
      return text
    }
    case 'long': {
      const text = value.replaceAll('\r\n', '\n').normalize('NFC').trim()
      if (notInLong.test(text)) throw invalid(path, 'must not contain control characters')
      return onlyInvisible.test(text) ? '' : text
    }
    case 'id':
      return idInLowerCase(value)
    default:
      return value
  }
}

const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
const fits = (schema: Schema, value: unknown): boolean => {
  const kind = kindOf(value)
  if (schema.enum) return schema.enum.includes(value)
  if (schema.const !== undefined) return schema.const === value
  if (schema.type === 'integer') return kind === 'number'
  return schema.type === undefined || schema.type === kind
}

/** Picks the first shape with all required fields, else the first of that type, whose faults are then reported. */
const branchOf = (options: readonly Schema[], value: unknown): Schema | undefined => {
  const fitting = options.filter((option) => fits(option, value))
  const isWhole = ({ required = [] }: Schema): boolean =>
    typeof value !== 'object' || value === null || required.every((name) => Object.hasOwn(value, name))
  return fitting.find(isWhole) ?? fitting[0]
}

/** @throws ServiceError VALIDATION_ERROR with the path of the first invalid text */
export const normalise = (schema: Schema, value: unknown, path: string): unknown => {
  if (schema.anyOf) {
    const branch = branchOf(schema.anyOf, value)
    return branch ? normalise(branch, value, path) : value
  }
  if (typeof value === 'string') return normaliseText(schema, value, path)
  if (Array.isArray(value)) {
    const items = schema.items
    return items ? value.map((item, index) => normalise(items, item, `${path}.${index}`)) : value
  }
  if (typeof value === 'object' && value !== null && schema.properties) {
    // guard: declared-fields
    const kept: Record<string, unknown> = {}
    for (const [name, property] of Object.entries(schema.properties)) {
      if (Object.hasOwn(value, name))
        kept[name] = normalise(property, (value as Record<string, unknown>)[name], `${path}.${name}`)
    }
    return kept
  }
  if (typeof value === 'object' && value !== null && schema.patternProperties) {
    const inner = Object.values(schema.patternProperties)[0]
    if (!inner) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, normalise(inner, item, `${path}.${name}`)]),
    )
  }
  return value
}
