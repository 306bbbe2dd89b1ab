/** Reads and validates the input of a request by its contract. */
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { normalisedCode } from '../codes.ts'
import { notFound } from '../errors.ts'
import type { CheckedInput } from './answer.ts'
import { parseQuery } from './query.ts'
import type { Schema } from './text.ts'
import { check } from './validate.ts'

interface RawInput {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

const checkParams = (spec: Endpoint, params: unknown): unknown => {
  if (!spec.params) return undefined
  try {
    return check(spec.params, params, 'params')
  } catch {
    // An invalid id in a path is NOT_FOUND.
    throw notFound()
  }
}

/** @throws ServiceError VALIDATION_ERROR, or NOT_FOUND for invalid path parameters */
export const checkCall = (spec: Endpoint, { params, query, body }: RawInput): CheckedInput => {
  const checkedQuery = spec.query ? (check(spec.query, query, 'query') as Record<string, unknown>) : {}
  const checkedBody =
    spec.body && !(spec.bodyOptional && body === undefined) ? check(spec.body, body, 'body') : undefined
  return { params: checkParams(spec, params), query: checkedQuery, body: checkedBody }
}

/** The same for an HTTP request. */
export const readCall = (spec: Endpoint, { raw, params, body }: FastifyRequest): CheckedInput => {
  const query = spec.query ? parseQuery(spec.query as Schema, raw.url?.split('?')[1] ?? '') : {}
  return checkCall(spec, { params, query, body })
}

/** The code that a person types to come in, which limits sign-ins as an email address does. */
export const codeIn = (body: unknown): string | undefined => {
  if (typeof body !== 'object' || body === null) return undefined
  const { activationCode, pairingCode } = body as Readonly<Record<string, unknown>>
  const code = activationCode ?? pairingCode
  return typeof code === 'string' ? `code:${normalisedCode(code)}` : undefined
}

export const emailIn = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null && 'email' in body && typeof body.email === 'string'
    ? body.email
    : undefined
