/** A call of any endpoint, made from its contract alone. */
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { newId } from '#server/platform/ids.ts'
import { sampleOf } from './sample.ts'
import { type CallOptions, systemSecret } from './server.ts'

/** The path with its parameter filled in: with a record that is there, or with what nobody has. */
export const fill = (spec: Endpoint, value: string): string => spec.path.replace(/:\w+/, value)

/** A parameter of the right kind that names nothing. */
export const nobody = (spec: Endpoint): string =>
  spec.path.includes(':id') ? newId(Date.now()) : 'ZZZZZZZZZZZZZZZZZZZZ'

/** What a handler asks of a body beyond its schema. */
const fuller: Record<string, Record<string, unknown>> = { moderateFeedback: { hidden: true } }

export const bodyOf = (spec: Endpoint): unknown =>
  spec.body ? { ...(sampleOf(spec.body) as Record<string, unknown>), ...fuller[spec.name] } : undefined

const queryOf = (spec: Endpoint): string => {
  const query = spec.query ? (sampleOf(spec.query) as Record<string, unknown>) : {}
  const text = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  ).toString()
  return text ? `?${text}` : ''
}

export const target = (spec: Endpoint, value = nobody(spec)): string => fill(spec, value) + queryOf(spec)

/** What lets in where the endpoint asks for something: the given token, or the secret of whoever runs the service. */
export const credentialFor = ({ access }: Endpoint, token: string): CallOptions => {
  switch (access.kind) {
    case 'public':
      return {}
    case 'tenant':
      return { token }
    case 'system':
      return { secret: systemSecret }
    default:
      return access satisfies never
  }
}
