/** OpenAPI 3.1 from the contracts, built on the first request. */
import type { FastifyInstance } from 'fastify'
import { type Access, type Endpoint, limitsOf, needsCredential } from '#contracts/kit/endpoint.ts'
import { documented } from '#contracts/kit/example.ts'
import { type ErrorCode, errorStatus } from '#contracts/kit/vocabulary.ts'
import { envelopeOf, type OutwardName, outward } from '#contracts/outward.ts'
import { outwardExamples } from '#contracts/outward-examples.ts'
import { version } from '../version.ts'
import { describeEndpoint, tagDescriptions } from './describe-endpoint.ts'
import {
  answerHeaders,
  headersOfFailure,
  headersOfNotModified,
  headersOfSuccess,
  withFormats,
} from './openapi-details.ts'
import { referencePolicy, renderReference } from './reference.ts'

type Json = Record<string, unknown>

const takesIfMatch = ({ access, method }: Endpoint): boolean =>
  access.kind !== 'system' && (method === 'PATCH' || method === 'PUT' || method === 'DELETE')

const gateErrors = (spec: Endpoint): ErrorCode[] => {
  const codes: ErrorCode[] = ['RATE_LIMITED', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE']
  if (spec.query) codes.push('VALIDATION_ERROR')
  // A body is parsed even if the endpoint expects none.
  if (spec.method !== 'GET') codes.push('VALIDATION_ERROR', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE')
  if (needsCredential(spec)) codes.push('UNAUTHORIZED')
  if (['tenant', 'scout', 'arena', 'superAdmin'].includes(spec.access.kind)) codes.push('FORBIDDEN')
  if (spec.params) codes.push('NOT_FOUND')
  if (spec.method !== 'GET') codes.push('CONFLICT')
  if (takesIfMatch(spec)) codes.push('PRECONDITION_FAILED')
  if (spec.idempotent) codes.push('IDEMPOTENCY_KEY_REUSED')
  return [...codes, ...(spec.errors ?? [])]
}

const success = (data: unknown, about: Endpoint['about']): Json => ({
  type: 'object',
  required: ['success', 'data', ...Object.keys(about?.properties ?? {})],
  properties: { success: { const: true }, data, ...about?.properties },
})

const pageOf = (item: unknown, about: Endpoint['about']): Json => ({
  type: 'object',
  required: [
    'success',
    'data',
    ...Object.keys(about?.properties ?? {}),
    'total',
    'page',
    'pageSize',
    'totalPages',
  ],
  properties: {
    success: { const: true },
    data: { type: 'array', items: item },
    ...about?.properties,
    total: { type: 'integer' },
    page: { type: 'integer' },
    pageSize: { type: 'integer' },
    totalPages: { type: 'integer' },
  },
})

const successContent = (spec: Endpoint): Json => {
  if (spec.file)
    return Object.fromEntries(
      spec.file.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
    )
  if (spec.stream)
    return {
      'text/event-stream': {
        schema: {
          type: 'string',
          description: 'Server-sent events; the `data` of each is one line of JSON as `x-data` says',
          'x-data': spec.stream,
        },
      },
    }
  if (spec.redirect) return {}
  const { list, data, about, plain } = spec
  if (plain) return { 'application/json': { schema: plain } }
  return { 'application/json': { schema: list ? pageOf(list, about) : success(data, about) } }
}

const parameters = (spec: Endpoint): Json[] => {
  const found: Json[] = []
  const example = spec.example?.(documented)
  for (const [name, schema] of Object.entries(spec.params?.properties ?? {}))
    found.push({ name, in: 'path', required: true, schema, example: example?.params?.[name] })
  const required = new Set((spec.query as { required?: string[] } | undefined)?.required ?? [])
  for (const [name, schema] of Object.entries(spec.query?.properties ?? {})) {
    const list = (schema as { type?: string }).type === 'array'
    found.push({
      name,
      in: 'query',
      required: required.has(name),
      schema,
      ...(example?.query?.[name] === undefined ? {} : { example: example.query[name] }),
      ...(list ? { style: 'form', explode: false } : {}),
    })
  }
  if (spec.idempotent)
    found.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      schema: { type: 'string', maxLength: 255 },
    })
  if (takesIfMatch(spec)) {
    found.push({ name: 'If-Match', in: 'header', required: false, schema: { type: 'string' } })
  }
  if (spec.stream)
    found.push({ name: 'Last-Event-ID', in: 'header', required: false, schema: { type: 'string' } })
  else if (spec.method === 'GET' && !spec.file)
    found.push({ name: 'If-None-Match', in: 'header', required: false, schema: { type: 'string' } })
  return found
}

const successes = (spec: Endpoint): Json => {
  const content = successContent(spec)
  const headers = headersOfSuccess(spec)
  if (spec.redirect) return { 302: { description: 'To another address', headers } }
  const usual = { [spec.status ?? 200]: { description: 'Success', headers, content } }
  const { createsUnless } = spec
  return createsUnless === undefined
    ? usual
    : {
        ...usual,
        200: { description: `Success with ${createsUnless}: nothing was created`, headers, content },
      }
}

const responses = (spec: Endpoint): Json => {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of gateErrors(spec)) {
    const codes = byStatus.get(errorStatus[code]) ?? []
    if (!codes.includes(code)) codes.push(code)
    byStatus.set(errorStatus[code], codes)
  }
  const faults = [...byStatus].map(([status, codes]) => [
    String(status),
    {
      description: codes.join(' or '),
      headers: headersOfFailure(status),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
    },
  ])
  const others: Json = Object.fromEntries([
    ...(spec.method === 'GET' && !spec.file && !spec.stream
      ? [['304', { description: 'Not modified', headers: headersOfNotModified(spec) }]]
      : []),
    ...faults,
  ])
  return { ...successes(spec), ...others }
}

const securityOf = (access: Access): Json[] => {
  switch (access.kind) {
    case 'public':
    case 'entry':
    case 'slackOauth':
      return []
    case 'signed':
      return [{ [`${access.by}Signature`]: [] }]
    case 'tenant':
      return access.scope ? [{ bearer: [] }, { apiKey: [] }] : [{ bearer: [] }]
    case 'scout':
    case 'arena':
    case 'superAdmin':
      return [{ [`${access.kind}Bearer`]: [] }]
    case 'system':
      return [{ systemSecret: [] }]
    default:
      return access satisfies never
  }
}

/** Those of the kinds of callers that the document has. */
const securitySchemes = (specs: readonly Endpoint[]): Json => {
  const all: Json = {
    bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
    systemSecret: { type: 'apiKey', in: 'header', name: 'X-System-Secret' },
    scoutBearer: { type: 'http', scheme: 'bearer', description: 'Access token of a scout' },
    arenaBearer: { type: 'http', scheme: 'bearer', description: 'Token of a player or a wall display' },
    superAdminBearer: { type: 'http', scheme: 'bearer', description: 'Token of a super admin' },
    slackSignature: { type: 'apiKey', in: 'header', name: 'X-Slack-Signature' },
    stripeSignature: { type: 'apiKey', in: 'header', name: 'Stripe-Signature' },
    webhookSignature: {
      type: 'apiKey',
      in: 'header',
      name: 'webhook-signature',
      description: 'Of an event that the service sends: `v1,` and HMAC-SHA-256 of id, timestamp and body',
    },
  }
  const used = new Set([
    ...specs.flatMap(({ access }) => securityOf(access).flatMap((one) => Object.keys(one))),
    'webhookSignature',
  ])
  return Object.fromEntries(Object.entries(all).filter(([name]) => used.has(name)))
}

const operation = (spec: Endpoint): Json => ({
  operationId: spec.name,
  tags: [spec.module],
  summary: spec.summary,
  description: describeEndpoint(spec),
  'x-limit': limitsOf(spec)[0]?.name,
  'x-limits': limitsOf(spec),
  ...(spec.access.kind === 'tenant' ? { 'x-role': spec.access.role, 'x-scope': spec.access.scope } : {}),
  ...(spec.plan ? { 'x-plan': spec.plan } : {}),
  ...(spec.flag ? { 'x-flag': spec.flag } : {}),
  ...(spec.moves ? { 'x-moves': spec.moves } : {}),
  security: securityOf(spec.access),
  parameters: parameters(spec),
  ...(spec.body
    ? {
        requestBody: {
          required: !spec.bodyOptional,
          content: {
            'application/json': { schema: spec.body, example: spec.example?.(documented).body },
          },
        },
      }
    : {}),
  responses: responses(spec),
})

/** Webhooks, signed as in Standard Webhooks. */
const webhooks = (): Json =>
  Object.fromEntries(
    Object.entries(outward).map(([name, { summary, data }]) => [
      name,
      {
        post: {
          operationId: name,
          tags: ['webhooks'],
          summary,
          description:
            'Sent to the webhooks that want this event; a POST that is retried until it is accepted.',
          security: [{ webhookSignature: [] }],
          parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((header) => ({
            name: header,
            in: 'header',
            required: true,
            schema: { type: 'string' },
          })),
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: envelopeOf(name, data),
                example: outwardExamples[name as OutwardName],
              },
            },
          },
          responses: {
            '2XX': { description: 'Accepted' },
            '410': { description: 'Never again: the webhook is switched off' },
          },
        },
      },
    ]),
  )

export const openApiOf = (endpoints: readonly Endpoint[], baseUrl: string, version: string): Json => {
  const paths: Record<string, Json> = {}
  for (const spec of endpoints) {
    const path = spec.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [spec.method.toLowerCase()]: operation(spec) }
  }
  const document: Json = {
    openapi: '3.1.0',
    info: {
      title: 'Wellkept',
      version,
      description:
        'Facility feedback and tasks. Every JSON answer carries `success`; clients act on `code`, not on the text of `error`.',
      contact: { name: 'Documentation', url: `${baseUrl}/docs` },
      license: { name: 'GNU Affero General Public License v3.0 only', identifier: 'AGPL-3.0-only' },
    },
    servers: [{ url: baseUrl }],
    tags: [...new Set(endpoints.map(({ module }) => module)), 'webhooks'].map((name) => ({
      name,
      description: tagDescriptions[name],
    })),
    paths,
    webhooks: webhooks(),
    components: {
      headers: answerHeaders,
      securitySchemes: securitySchemes(endpoints),
      schemas: {
        Failure: {
          type: 'object',
          required: ['success', 'error', 'code'],
          properties: {
            success: { const: false },
            error: { type: 'string' },
            code: { enum: Object.keys(errorStatus) },
            details: {
              type: 'array',
              items: {
                type: 'object',
                required: ['path', 'message'],
                properties: { path: { type: 'string' }, message: { type: 'string' } },
              },
            },
          },
        },
      },
    },
  }
  return withFormats(document) as Json
}

export const mountApiDocs = (app: FastifyInstance, endpoints: readonly Endpoint[], baseUrl: string): void => {
  let text: string | undefined
  app.route({
    method: ['GET', 'HEAD'],
    url: '/openapi.json',
    handler: async (_request, reply) => {
      text ??= JSON.stringify(openApiOf(endpoints, baseUrl, version))
      return reply
        .header('content-type', 'application/json; charset=utf-8')
        .header('cache-control', 'public, max-age=300')
        .send(text)
    },
  })
  let page: string | undefined
  app.route({
    method: ['GET', 'HEAD'],
    url: '/docs/reference',
    handler: async (_request, reply) => {
      page ??= renderReference(endpoints, baseUrl)
      return reply
        .header('content-type', 'text/html; charset=utf-8')
        .header('content-security-policy', referencePolicy)
        .send(page)
    },
  })
}
