/** The smallest valid input for a schema, so that a test reaches the code after validation. */
import { newId } from '#server/platform/ids.ts'

interface Schema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly minItems?: number
  readonly minimum?: number
  readonly minLength?: number
  readonly pattern?: string
  readonly 'x-format'?: string
}

const formats: Record<string, string> = {
  email: 'somebody@example.com',
  instant: '2026-11-20T08:00:00Z',
  date: '2026-11-20',
  'time-zone': 'Europe/Berlin',
}

const textFor = (schema: Schema): string => {
  if (schema['x-format']) return formats[schema['x-format']] ?? ''
  const pattern = schema.pattern
  if (pattern?.includes('[0-9a-f]{8}')) return newId(Date.now())
  if (pattern?.startsWith('^#')) return '#0E5A63'
  if (pattern?.startsWith('^[A-Z]')) return 'OTHER'
  if (pattern?.startsWith('^[a-z]')) return 'dots'
  if (pattern?.startsWith('^https')) return 'https://example.com'
  return 'a lamp under the stairs'
    .padEnd(schema.minLength ?? 1, 'x')
    .slice(0, Math.max(schema.minLength ?? 1, 23))
}

export const sampleOf = (schema: Schema): unknown => {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf?.[0]) return sampleOf(schema.anyOf[0])
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, sampleOf(schema.properties?.[name] ?? {})]),
      )
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => sampleOf(schema.items ?? {}))
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    case 'boolean':
      return true
    case 'string':
      return textFor(schema)
    default:
      return 'x'
  }
}
