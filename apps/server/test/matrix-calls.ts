/** Calls any endpoint by its contract alone. */
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { documented, type Example } from '#contracts/kit/example.ts'
import { newId } from '#server/platform/ids.ts'
import { type CallOptions, systemSecret } from './server.ts'

/** The path with its parameter filled in. */
export const fill = (spec: Endpoint, value: string): string => spec.path.replace(/:\w+/, value)

/** A valid parameter that names no record. */
export const nobody = (spec: Endpoint): string =>
  spec.path.includes(':id') ? newId(Date.now()) : 'ZZZZZZZZZZZZZZZZZZZZ'

/** Path and query of an example. */
export const targetOf = (spec: Endpoint, { params = {}, query = {} }: Example): string => {
  const search = new URLSearchParams(query).toString()
  const path = spec.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return search ? `${path}?${search}` : path
}

/** The body of the documentation, whose records do not exist. */
export const bodyOf = (spec: Endpoint): unknown => spec.example?.(documented).body

export const target = (spec: Endpoint, value = nobody(spec)): string => {
  const { params = {}, query } = spec.example?.(documented) ?? {}
  const filled = Object.fromEntries(Object.keys(params).map((name) => [name, value]))
  return targetOf(spec, { params: filled, ...(query ? { query } : {}) })
}

/** Valid credentials for the endpoint: the given token, that of a super admin, or the system secret. */
export const credentialFor = ({ access }: Endpoint, token: string, superAdmin = ''): CallOptions => {
  switch (access.kind) {
    case 'public':
    case 'entry':
    case 'slackOauth':
    case 'signed':
      return {}
    case 'tenant':
    case 'scout':
    case 'arena':
      return { token }
    case 'superAdmin':
      return { token: superAdmin }
    case 'system':
      return { secret: systemSecret }
    default:
      return access satisfies never
  }
}
