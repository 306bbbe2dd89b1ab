/**
 * A Vite plugin: in the browser a contract has only method, path, access and kind of answer. Types come from the full
 * contracts; the schemas, and with them typebox, stay on the server. An app that builds lists and forms from contracts
 * asks for `inputs`: the query, and the bounds of the body, as plain JSON.
 */
import { pathToFileURL } from 'node:url'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isEndpoint = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && typeof value.method === 'string' && typeof value.path === 'string' && 'access' in value

const isSchema = (value: unknown): boolean => isRecord(value) && '~kind' in value

/** Schema keywords that the parsing of addresses needs. */
const schemaKeywords = new Set([
  'type',
  'properties',
  'items',
  'anyOf',
  'enum',
  'pattern',
  'x-format',
  'maxLength',
  'minimum',
  'maximum',
  'default',
])

const boundKeywords = new Set(['maxLength', 'minimum', 'maximum', 'enum'])

const inputOf = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(inputOf)
  if (!isRecord(schema)) return schema
  const kept: [string, unknown][] = []
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties' && isRecord(value))
      kept.push([key, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inputOf(one)]))])
    else if (schemaKeywords.has(key)) kept.push([key, inputOf(value)])
  }
  return Object.fromEntries(kept)
}

/** Bounds of the fields of a body, by which forms limit what is entered; undefined: it has none. */
const boundsOf = (schema: unknown): Record<string, unknown> | undefined => {
  if (!isRecord(schema)) return undefined
  if (Array.isArray(schema.anyOf)) {
    const parts: readonly unknown[] = schema.anyOf
    return boundsOf(
      parts.find((part) => isRecord(part) && part.properties) ??
        parts.find((part) => isRecord(part) && part.type !== 'null'),
    )
  }
  const bounds = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    if (key !== 'properties') return boundKeywords.has(key) ? [[key, value]] : []
    const fields = Object.entries(value as object).flatMap(([name, field]): [string, unknown][] => {
      const inner = boundsOf(field)
      return inner ? [[name, inner]] : []
    })
    return fields.length === 0 ? [] : [[key, Object.fromEntries(fields)]]
  })
  return bounds.length === 0 ? undefined : Object.fromEntries(bounds)
}

/** The scope is about API keys, which no app has. */
const accessOf = (access: unknown): unknown => {
  if (!isRecord(access)) return access
  const { scope: _, ...rest } = access
  return rest
}

const slim = (endpoint: Record<string, unknown>, inputs: boolean): unknown => ({
  method: endpoint.method,
  path: endpoint.path,
  access: accessOf(endpoint.access),
  ...(endpoint.plan ? { plan: endpoint.plan } : {}),
  ...(inputs && endpoint.query ? { query: inputOf(endpoint.query) } : {}),
  ...(inputs && endpoint.body ? { body: boundsOf(endpoint.body) ?? {} } : {}),
  ...(endpoint.idempotent ? { idempotent: true } : {}),
  ...(endpoint.list ? { list: true } : {}),
  ...(endpoint.file ? { file: true } : {}),
  ...(endpoint.stream ? { stream: true } : {}),
  ...(inputs && endpoint.follows ? { follows: endpoint.follows } : {}),
  ...(endpoint.about ? { about: true } : {}),
})

/** A copy of the value without schemas and functions, or undefined. */
const plainCopy = (value: unknown, inputs: boolean): unknown => {
  if (typeof value === 'function' || isSchema(value)) return undefined
  if (isEndpoint(value)) return slim(value, inputs)
  if (Array.isArray(value)) return value.some(isSchema) ? undefined : value
  if (isRecord(value))
    return Object.values(value).some((field) => isSchema(field) || typeof field === 'function')
      ? undefined
      : value
  return value
}

/** Source of a module that exports these values as plain data. */
export const slimModule = (exports: Readonly<Record<string, unknown>>, inputs = false): string =>
  Object.entries(exports)
    .map(([name, value]) => [name, plainCopy(value, inputs)] as const)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
    .join('\n')

interface SlimPlugin {
  readonly name: string
  readonly enforce: 'pre'
  transform(code: string, id: string): Promise<{ code: string; map: null } | undefined>
}

/** Replaces contract modules that import typebox at run time; the catalogue of names stays as it is. */
export const slimContracts = ({ inputs = false } = {}): SlimPlugin => ({
  name: 'wellkept-slim-contracts',
  enforce: 'pre',
  transform: async (code, id) => {
    const file = id.split('?')[0] ?? id
    if (!/\/packages\/contracts\/src\/.+\.ts$/.test(file)) return undefined
    if (!/from '(typebox|[^']*\/(all|endpoint|nullable|text|vocabulary|records)\.ts)'/.test(code))
      return undefined
    if (file.includes('/catalogue/')) return undefined
    const exports = (await import(pathToFileURL(file).href)) as Record<string, unknown>
    return { code: slimModule(exports, inputs), map: null }
  },
})
