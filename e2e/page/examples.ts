/** A plausible value for each schema of the contracts, the same in every run. */
import type { TSchema } from 'typebox'

/** The keywords of a schema that decide its example. */
interface Keywords {
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly TSchema[]
  readonly type?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly items?: TSchema
  readonly required?: readonly string[]
  readonly minProperties?: number
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly 'x-format'?: string
}

const rowCount = 3

/** A UUIDv7 for a name. */
export const idOf = (name: string): string =>
  `01940a3b-7c1e-7f00-8a00-${[...name]
    .reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 281_474_976_710_656, 7)
    .toString(16)
    .padStart(12, '0')}`

/** One of them matches each pattern of the contracts. */
const textsFor = (path: string): readonly string[] => [
  idOf(path),
  '2026-11-20T08:00:00.000Z',
  '2026-11-20T08:00',
  '2026-11-20',
  '08:00',
  'EXAMPLE',
  '#336699',
  'en',
  'example',
  'https://example.com/',
  '+49 30 123456',
  'a'.repeat(64),
  'auth.login',
]

const formats: Readonly<Record<string, string>> = {
  instant: '2026-11-20T08:00:00.000Z',
  date: '2026-11-20',
  email: 'example@stage.example',
  'time-zone': 'Europe/Berlin',
}

/** `buildingName` of row 2 is `Building name 2`. */
const wordsFor = (path: string): string => {
  const field = path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? 'text'
  if (field === 'timeZone') return 'Europe/Berlin'
  const row = path.split('.').findLast((part) => /^\d+$/.test(part))
  const words = field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${row ? ` ${Number(row) + 1}` : ''}`
}

const textOf = ({ pattern, maxLength = 1000, minLength = 0, ...schema }: Keywords, path: string): string => {
  const format = schema['x-format']
  if (format) return formats[format] ?? wordsFor(path)
  if (!pattern) return wordsFor(path).slice(0, maxLength).padEnd(minLength, '.')
  const found = textsFor(path).find((text) => new RegExp(pattern, 'u').test(text))
  if (found === undefined) throw new Error(`No example for ${path} matches ${pattern}`)
  return found
}

/** What may be null is null, and what may be left out is left out. */
export const exampleOf = (schema: TSchema, path = ''): unknown => {
  const words = schema as Keywords
  if ('const' in words) return words.const
  if (words.enum) return words.enum[0]
  if (words.anyOf) {
    const first = words.anyOf.find((part) => (part as Keywords).type === 'null') ?? words.anyOf[0]
    return first && exampleOf(first, path)
  }
  switch (words.type) {
    case 'object': {
      const { required = [], properties = {}, minProperties = 0 } = words
      const names =
        required.length < minProperties ? Object.keys(properties).slice(0, minProperties) : required
      return Object.fromEntries(
        names.map((name) => {
          const property = properties[name]
          return [name, property && exampleOf(property, `${path}.${name}`)]
        }),
      )
    }
    case 'array': {
      const length = Math.max(words.minItems ?? 0, Math.min(words.maxItems ?? 1, 1))
      return Array.from({ length }, (_, at) => words.items && exampleOf(words.items, `${path}.${at}`))
    }
    case 'string':
      return textOf(words, path)
    case 'integer':
    case 'number':
      return Math.min(words.maximum ?? Number.POSITIVE_INFINITY, Math.max(words.minimum ?? 0, 1))
    case 'boolean':
      return false
    default:
      return null
  }
}

/** Rows of a list, each with what `change` gives for its number, from 1. */
export const rowsOf = (
  schema: TSchema,
  count = rowCount,
  change: (number: number) => object = () => ({}),
): object[] =>
  Array.from({ length: count }, (_, at) => ({
    ...(exampleOf(schema, `row.${at}`) as object),
    ...change(at + 1),
  }))
