/** Replaces what contracts mark as personal, for support, who may not see it. */
import type { TSchema } from 'typebox'
import type { Endpoint, PageOf } from '#contracts/kit/endpoint.ts'
import { personalMark } from '#contracts/kit/personal.ts'

interface Schema {
  readonly [personalMark]?: true
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly additionalProperties?: Schema | boolean
  readonly patternProperties?: Readonly<Record<string, Schema>>
}

type Answered = Pick<Endpoint, 'data' | 'list' | 'about'>

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

/** Data, rows and what stands beside them, as a handler returns them. */
export const withoutPersonal = ({ data, list, about }: Answered, result: unknown): unknown => {
  if (list) {
    const page = result as PageOf<unknown> & { about?: unknown }
    return {
      ...page,
      items: page.items.map((item) => redact(list, item)),
      ...(about ? { about: redact(about, page.about) } : {}),
    }
  }
  if (!about) return redact(data, result)
  const both = result as { data: unknown; about: unknown }
  return { data: redact(data, both.data), about: redact(about, both.about) }
}

/** The value without what its schema, or any branch of it, marks as personal. */
export const redact = (given: TSchema | undefined, value: unknown): unknown =>
  walk(given as Schema | undefined, value)

const walk = (schema: Schema | undefined, value: unknown): unknown => {
  if (!schema) return value
  if (schema[personalMark]) return hide(value)
  // A field is hidden where any branch marks it: which branch a value is of is not asked.
  const narrowed = (schema.anyOf ?? []).reduce<unknown>((left, branch) => walk(branch, left), value)
  if (Array.isArray(narrowed)) return narrowed.map((item) => walk(schema.items, item))
  if (!isRecord(narrowed)) return narrowed
  return Object.fromEntries(
    Object.entries(narrowed).map(([name, field]) => [name, walk(schemaOf(schema, name), field)]),
  )
}
