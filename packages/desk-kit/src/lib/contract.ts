/** What a contract says about its input, so that screens need not repeat it. */
import type { TObject, TSchema } from 'typebox'
import type { CallInput, CallOutput } from '#client/types.ts'
import type { Me } from '#contracts/auth.ts'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { plans, type Role } from '#contracts/kit/vocabulary.ts'
import { includesRole, rolesOf } from './me.ts'
import { day } from './search.ts'

export type ListEndpoint = Endpoint & { readonly list: TSchema; readonly query: TObject }
export type RecordEndpoint = Endpoint & { readonly data: TSchema; readonly params: TObject }

type QueryOf<E extends Endpoint> = CallInput<E> extends { readonly query?: infer Q } ? NonNullable<Q> : never
export type RowOf<E extends ListEndpoint> =
  CallOutput<E> extends { readonly items: readonly (infer R)[] } ? R : never

/** The search parameters of a list's address; `columns` are the shown ones. */
export type SearchOf<E extends ListEndpoint> = {
  readonly [K in Exclude<keyof QueryOf<E>, 'pageSize'>]?: QueryOf<E>[K] | undefined
} & { readonly columns?: string[] | undefined }

export type SortOf<E extends ListEndpoint> =
  QueryOf<E> extends { readonly sort?: infer S } ? NonNullable<S> : never

/** The part of JSON Schema that lists and forms use. */
export interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly (string | number)[]
  readonly pattern?: string
  readonly 'x-format'?: string
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: unknown
}

const propertiesOf = (schema: TSchema | undefined): Readonly<Record<string, Schema>> =>
  (schema as Schema | undefined)?.properties ?? {}

export const parametersOf = (endpoint: Endpoint): Readonly<Record<string, Schema>> =>
  propertiesOf(endpoint.query)

/** The schema of a field of the body, e.g. `contact.email`. */
export const bodyField = (endpoint: Endpoint, path: string): Schema | undefined => {
  let at: Schema | undefined = { properties: propertiesOf(endpoint.body) }
  for (const part of path.split('.')) {
    const fields: Schema | undefined = at?.properties ? at : at?.anyOf?.find(({ properties }) => properties)
    at = fields?.properties?.[part]
  }
  return at?.anyOf?.find(({ type }) => type !== 'null') ?? at
}

/** Values of an enum parameter, or of the items of an array parameter. */
export const valuesOf = (endpoint: Endpoint, parameter: string): readonly string[] => {
  const schema = parametersOf(endpoint)[parameter]
  return (schema?.enum ?? schema?.items?.enum ?? []).map(String)
}

export const sortsOf = (endpoint: Endpoint): readonly string[] =>
  valuesOf(endpoint, 'sort').filter((sort) => !sort.startsWith('-'))

/** Undefined: no role needed. */
export const roleOf = ({ access }: Endpoint): Role | undefined =>
  access.kind === 'tenant' ? access.role : undefined

export const hasRole = (me: Me | undefined, endpoint: Endpoint): boolean => {
  const role = roleOf(endpoint)
  return role === undefined || includesRole(rolesOf(me), role)
}

export const hasPlan = (me: Me | undefined, { plan }: Endpoint): boolean =>
  plan === undefined || (me !== undefined && plans.indexOf(me.tenant.plan) >= plans.indexOf(plan))

const asText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined

/** One value of the address, read by its schema; undefined where it is invalid. */
const readOne = (value: unknown, schema: Schema): string | number | boolean | undefined => {
  const text = asText(value)?.trim()
  if (!text) return undefined
  if (schema.enum) return schema.enum.find((one) => String(one) === text)
  switch (schema.type) {
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : undefined
    case 'integer': {
      const number = Number(text)
      const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = schema
      return Number.isInteger(number) && number >= minimum && number <= maximum ? number : undefined
    }
    default: {
      if (schema.pattern && !new RegExp(schema.pattern).test(text)) return undefined
      if (schema['x-format'] === 'date' && !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
      return text.slice(0, schema.maxLength)
    }
  }
}

const entriesOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : []

const readParameter = (value: unknown, schema: Schema): unknown => {
  if (schema.type === 'array') {
    const found = entriesOf(value).flatMap((entry) => readOne(entry, schema.items ?? {}) ?? [])
    return found.length === 0 ? undefined : found
  }
  const read = readOne(value, schema)
  // The default needs no place in the address.
  return read === schema.default ? undefined : read
}

const words = (value: unknown): string[] | undefined => {
  const found = entriesOf(value).filter((entry): entry is string => /^[a-zA-Z]{1,40}$/.test(String(entry)))
  return found.length === 0 ? undefined : found
}

/** The search of a list's address; parameters that the contract rejects are left out. */
export const readSearch =
  <E extends ListEndpoint>(endpoint: E) =>
  (search: Record<string, unknown>): SearchOf<E> => {
    const { pageSize: _, ...parameters } = parametersOf(endpoint)
    const read = Object.entries(parameters).map(([name, schema]) => [
      name,
      readParameter(search[name], schema),
    ])
    const found = Object.fromEntries(read)
    // The contract takes instants too, but addresses of the desk have whole days.
    for (const name of ['from', 'to']) if (name in found) found[name] = day(found[name])
    return { ...found, columns: words(search.columns) }
  }
