/**
 * A Vite plugin for the web apps: in the browser a contract is method, path and kind of answer. Types come
 * from the full contracts; the schemas, and with them typebox, stay on the server.
 */
import { pathToFileURL } from 'node:url'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isEndpoint = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && typeof value.method === 'string' && typeof value.path === 'string' && 'access' in value

const isSchema = (value: unknown): boolean => isRecord(value) && '~kind' in value

const slim = (endpoint: Record<string, unknown>): unknown => ({
  method: endpoint.method,
  path: endpoint.path,
  access: endpoint.access,
  ...(endpoint.idempotent ? { idempotent: true } : {}),
  ...(endpoint.list ? { list: true } : {}),
  ...(endpoint.file ? { file: true } : {}),
})

/** A value without schemas and functions in it, or undefined. */
const plain = (value: unknown): unknown => {
  if (typeof value === 'function' || isSchema(value)) return undefined
  if (isEndpoint(value)) return slim(value)
  if (Array.isArray(value)) return value.some(isSchema) ? undefined : value
  if (isRecord(value))
    return Object.values(value).some((field) => isSchema(field) || typeof field === 'function')
      ? undefined
      : value
  return value
}

/** The text of a module that exports the same plain values and nothing else. */
export const slimModule = (exports: Readonly<Record<string, unknown>>): string =>
  Object.entries(exports)
    .map(([name, value]) => [name, plain(value)] as const)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `export const ${name} = /* @__PURE__ */ Object.freeze(${JSON.stringify(value)})`)
    .join('\n')

interface SlimPlugin {
  readonly name: string
  readonly enforce: 'pre'
  transform(code: string, id: string): Promise<{ code: string; map: null } | undefined>
}

/** Contract modules that take typebox at run time are replaced; the catalogue of names stays as it is. */
export const slimContracts = (): SlimPlugin => ({
  name: 'wellkept-slim-contracts',
  enforce: 'pre',
  transform: async (code, id) => {
    const file = id.split('?')[0] ?? id
    if (!/\/packages\/contracts\/src\/.+\.ts$/.test(file)) return undefined
    if (!/from '(typebox|[^']*\/(all|endpoint|nullable|text|vocabulary|records)\.ts)'/.test(code))
      return undefined
    if (file.includes('/catalogue/')) return undefined
    const exports = (await import(pathToFileURL(file).href)) as Record<string, unknown>
    return { code: slimModule(exports), map: null }
  },
})
