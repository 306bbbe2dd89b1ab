/** The fields of a schema one by one, and inputs that differ from a valid one in one field. */
import { sampleOf } from '../sample.ts'

export interface Schema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly 'x-text'?: 'line' | 'long' | 'exact'
  readonly 'x-format'?: 'email' | 'instant' | 'date' | 'time-zone'
}

type Key = string | number

export interface Leaf {
  readonly path: readonly Key[]
  readonly schema: Schema
  /** null is a valid value */
  readonly nullable: boolean
}

/** All fields without inner fields; of a list its first item. */
export const leavesOf = (schema: Schema, path: readonly Key[] = []): Leaf[] => {
  if (schema.anyOf) {
    const kinds = schema.anyOf.filter(({ type }) => type !== 'null')
    return kinds.flatMap((kind) =>
      leavesOf(kind, path).map((leaf) =>
        leaf.path.length === path.length
          ? { ...leaf, nullable: kinds.length < (schema.anyOf?.length ?? 0) }
          : leaf,
      ),
    )
  }
  if (schema.type === 'object')
    return Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
      leavesOf(property, [...path, name]),
    )
  if (schema.type === 'array') return leavesOf(schema.items ?? {}, [...path, 0])
  return [{ path, schema, nullable: false }]
}

/** The smallest input with a value at the path; parents get their required fields. */
const make = (schema: Schema, path: readonly Key[], value: unknown): unknown => {
  const [key, ...rest] = path
  if (key === undefined) return value
  if (schema.anyOf) {
    const fitting = schema.anyOf.find((kind) =>
      typeof key === 'number' ? kind.type === 'array' : kind.properties?.[key] !== undefined,
    )
    return make(fitting ?? {}, path, value)
  }
  if (typeof key === 'number') {
    const items = Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () =>
      sampleOf(schema.items ?? {}),
    )
    items[0] = make(schema.items ?? {}, rest, value)
    return items
  }
  return { ...(sampleOf(schema) as object), [key]: make(schema.properties?.[key] ?? {}, rest, value) }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `base` with the value at the path replaced; missing parents are created from the schema. */
export const withValue = (schema: Schema, base: unknown, path: readonly Key[], value: unknown): unknown => {
  const [key, ...rest] = path
  if (key === undefined) return value
  if (schema.type === 'object' && isRecord(base) && typeof key === 'string') {
    const inner = schema.properties?.[key] ?? {}
    return {
      ...base,
      [key]: base[key] === undefined ? make(inner, rest, value) : withValue(inner, base[key], rest, value),
    }
  }
  return make(schema, path, value)
}

/** Whether the field is the id of a record. */
export const isId = ({ pattern }: Schema): boolean => pattern?.startsWith('^[0-9a-f]{8}-') ?? false

/** e.g. `scope.buildingIds.0` */
export const nameOf = ({ path }: Leaf): string => path.join('.')

/** `value` with undeclared fields added to it and every record within. */
export const withUndeclared = (
  schema: Schema,
  value: unknown,
  more: Readonly<Record<string, unknown>>,
): unknown => {
  if (schema.anyOf) {
    const fitting = schema.anyOf.find(({ type, properties = {} }) =>
      isRecord(value)
        ? Object.keys(value).every((name) => properties[name])
        : type === (Array.isArray(value) ? 'array' : typeof value),
    )
    return fitting ? withUndeclared(fitting, value, more) : value
  }
  const { items, properties } = schema
  if (Array.isArray(value)) return items ? value.map((one) => withUndeclared(items, one, more)) : value
  if (!isRecord(value) || !properties) return value
  const declared = Object.entries(value).map(
    ([name, part]) => [name, withUndeclared(properties[name] ?? {}, part, more)] as const,
  )
  const others = Object.entries(more).filter(([name]) => !properties[name])
  return Object.fromEntries([...others, ...declared])
}
