/** Generates inputs from a schema: most fields valid, some invalid. */
import fc from 'fast-check'
import { newId } from '#server/platform/ids.ts'
import { isId, type Schema } from './leaves.ts'

/** Values of every type, preferring those that often break parsers and databases. */
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e300,
    2 ** 31,
    2 ** 53,
    '',
    ' ',
    '0',
    'null',
    [],
    {},
    [null],
    [[]],
    { a: 1 },
    '\u0000',
    '\ud800',
    '\u202e',
    "'; --",
    '%',
    'Infinity',
    '9'.repeat(40),
    '-infinity',
    'now',
  ),
  fc.string({ maxLength: 30, unit: 'grapheme' }),
  fc.string({ maxLength: 10, unit: 'binary' }),
  fc.jsonValue({ maxDepth: 2 }),
)

const texts: Readonly<Record<string, readonly string[]>> = {
  email: ['a@example.com', 'ä@bücher.example', 'a@b', 'A@EXAMPLE.COM '],
  instant: ['2026-11-20T08:00:00Z', '1970-01-01T00:00:00+14:00', '9999-12-31T23:59:59.999999999-14:59', 'x'],
  date: ['2026-02-28', '1970-01-01', '9999-12-31', '2026-02-29'],
  'time-zone': ['Europe/Berlin', 'UTC', 'Nowhere/Land', 'EST5EDT'],
}

const textFor = (schema: Schema, known: readonly string[]): fc.Arbitrary<string> => {
  if (schema['x-format']) return fc.constantFrom(...(texts[schema['x-format']] ?? ['x']))
  if (isId(schema)) return fc.oneof(fc.constantFrom(...known), fc.constant(newId(1)))
  const pattern = schema.pattern
  if (pattern?.includes('me|none')) return fc.oneof(fc.constantFrom('me', 'none', ...known))
  if (pattern) {
    // Of a fixed length, like a hash, nothing shorter matches.
    const fixed = Number(/\{(\d+)\}\$$/.exec(pattern)?.[1] ?? 0)
    const maxLength = Math.max(fixed, Math.min(schema.maxLength ?? 40, 40))
    return fc.stringMatching(new RegExp(pattern), { maxLength })
  }
  const maxLength = Math.min(schema.maxLength ?? 40, 60)
  return fc.oneof(
    fc.constantFrom(...known),
    fc.string({ minLength: schema.minLength ?? 0, maxLength, unit: 'grapheme' }),
    fc.string({ minLength: schema.minLength ?? 0, maxLength }),
  )
}

const numberFor = ({ type, minimum, maximum }: Schema): fc.Arbitrary<number> => {
  const bounds = { min: minimum ?? -(2 ** 31), max: maximum ?? 2 ** 31 }
  return type === 'integer'
    ? fc.oneof(fc.integer(bounds), fc.constantFrom(bounds.min, bounds.max))
    : fc.double({ ...bounds, noNaN: true })
}

const rightFor = (schema: Schema, known: readonly string[]): fc.Arbitrary<unknown> => {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((kind) => valueFor(kind, known)))
  switch (schema.type) {
    case 'object': {
      const required = schema.required ?? []
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([name, property]) => [
            name,
            valueFor(property, known),
          ]),
        ),
        { requiredKeys: [...required] },
      )
    }
    case 'array':
      return fc.array(valueFor(schema.items ?? {}, known), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, 4) || 0,
      })
    case 'integer':
    case 'number':
      return numberFor(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'string':
      return textFor(schema, known)
    default:
      return anything
  }
}

/** @param known ids and codes of existing records */
export const valueFor = (schema: Schema, known: readonly string[]): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 30, arbitrary: rightFor(schema, known) }, { weight: 1, arbitrary: anything })

const queryText = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(String).join(',')
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)

/** A query string for a schema; values as text, sometimes repeated or badly encoded. */
export const queryFor = (schema: Schema, known: readonly string[]): fc.Arbitrary<string> => {
  const fields = Object.entries(schema.properties ?? {})
  if (fields.length === 0) return fc.constant('')
  const part = fc
    .constantFrom(...fields)
    .chain(([name, property]) =>
      fc
        .tuple(valueFor(property, known), fc.constantFrom('', '', '', '', '', '', '', '', '[]', '[$gt]'))
        .map(([value, suffix]) => `${name}${suffix}=${encodeURIComponent(queryText(value).toWellFormed())}`),
    )
  const junk = fc.constantFrom('x=1', '__proto__[a]=1', 'page=%ff', '%', '&&', 'page')
  const needed = (schema.required ?? []).map((name) => `${name}=x`)
  return fc
    .tuple(
      fc.uniqueArray(part, { maxLength: 4, selector: (text) => text.split('=')[0] }),
      fc.option(junk, { freq: 12, nil: undefined }),
    )
    .map(([parts, extra]) => {
      const given = new Set(parts.map((text) => text.split('=')[0]))
      const missing = needed.filter((text) => !given.has(text.split('=')[0]))
      return [...missing, ...parts, ...(extra === undefined ? [] : [extra])].join('&')
    })
}
