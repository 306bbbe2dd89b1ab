/** OpenAPI details for client generators: headers of answers, and formats of strings. */
import type { Endpoint } from '#contracts/kit/endpoint.ts'

type Json = Record<string, unknown>

const text = (description: string): Json => ({ description, schema: { type: 'string' } })

/** By name, for `components`. */
export const answerHeaders = {
  'X-Request-Id': text('Identifies this answer in the log of the service'),
  RateLimit: text('Remaining requests of the consumed bucket: `"read";r=99;t=60`, `t` in seconds'),
  'RateLimit-Policy': text('Size of that bucket: `"read";q=100;w=60`, `w` in seconds'),
  'Retry-After': { description: 'Seconds to wait before the next try', schema: { type: 'integer' } },
  ETag: text('The version of the record for If-Match; of a GET also for If-None-Match'),
  'Idempotent-Replayed': {
    description: 'The answer is the stored first one',
    schema: { type: 'string', enum: ['true'] },
  },
  'Content-Disposition': text('The name of the file'),
} as const
type HeaderName = keyof typeof answerHeaders

const named = (names: readonly HeaderName[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const rateLimitHeaders = ({ access }: Endpoint): readonly HeaderName[] =>
  access.kind === 'system' || access.kind === 'signed' ? [] : ['RateLimit', 'RateLimit-Policy']

const hasVersion = ({ data }: Endpoint): boolean =>
  'version' in ((data as { properties?: object } | undefined)?.properties ?? {})

const hasEtag = (spec: Endpoint): boolean =>
  !spec.file && !spec.stream && !spec.redirect && !spec.plain && (spec.method === 'GET' || hasVersion(spec))

export const headersOfSuccess = (spec: Endpoint): Json =>
  named([
    'X-Request-Id',
    ...rateLimitHeaders(spec),
    ...(hasEtag(spec) ? (['ETag'] as const) : []),
    ...(spec.idempotent ? (['Idempotent-Replayed'] as const) : []),
    ...(spec.file ? (['Content-Disposition'] as const) : []),
  ])

export const headersOfNotModified = (spec: Endpoint): Json =>
  named(['X-Request-Id', ...rateLimitHeaders(spec), 'ETag'])

export const headersOfFailure = (status: number): Json =>
  named(status === 429 || status === 503 ? ['X-Request-Id', 'Retry-After'] : ['X-Request-Id'])

const formats: Readonly<Record<string, string>> = { instant: 'date-time', date: 'date', email: 'email' }

const formatOf = ({ pattern, 'x-format': kind }: Json): string | undefined => {
  if (typeof kind === 'string') return formats[kind]
  if (typeof pattern !== 'string') return undefined
  if (pattern.startsWith('^[0-9a-f]{8}-')) return 'uuid'
  return pattern.startsWith('^\\d{4}-(0') ? 'date-time' : undefined
}

/** Adds `format` to ids, times, dates and email addresses in the document. */
export const withFormats = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withFormats)
  if (typeof value !== 'object' || value === null) return value
  const parts = Object.entries(value).map(([name, part]) => [name, withFormats(part)] as const)
  const copy: Json = Object.fromEntries(parts)
  const format = copy.type === 'string' ? formatOf(copy) : undefined
  return format ? { ...copy, format } : copy
}
