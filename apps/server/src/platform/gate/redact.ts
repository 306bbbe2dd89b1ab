/** Replaces what contracts mark as personal, for support, who may not see it. */
import { personalMark } from '#contracts/kit/personal.ts'

interface Schema {
  readonly [personalMark]?: true
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly additionalProperties?: Schema | boolean
  readonly patternProperties?: Readonly<Record<string, Schema>>
}

export const hidden = 'hidden'

/** A text becomes "hidden", so the answer keeps its shape; a list of texts becomes empty, anything else null. */
const hide = (value: unknown): unknown => {
  if (value === null || value === undefined) return value
  if (typeof value === 'string') return value === '' ? value : hidden
  return Array.isArray(value) ? [] : null
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const schemaOf = (schema: Schema, name: string): Schema | undefined =>
  schema.properties?.[name] ??
  Object.values(schema.patternProperties ?? {})[0] ??
  (typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined)

/** The value without what its schema, or any branch of it, marks as personal. */
export const redact = (schema: Schema | undefined, value: unknown): unknown => {
  if (!schema) return value
  if (schema[personalMark]) return hide(value)
  // A field is hidden where any branch marks it: which branch a value is of is not asked.
  const narrowed = (schema.anyOf ?? []).reduce<unknown>((left, branch) => redact(branch, left), value)
  if (Array.isArray(narrowed)) return narrowed.map((item) => redact(schema.items, item))
  if (!isRecord(narrowed)) return narrowed
  return Object.fromEntries(
    Object.entries(narrowed).map(([name, field]) => [name, redact(schemaOf(schema, name), field)]),
  )
}
