/** API keys: credentials with which other systems act for the tenant. */
import { type Static, Type } from 'typebox'
import { admin, endpoint, paging, sortBy } from '#contracts/kit/endpoint.ts'
import { Nullable } from '#contracts/kit/nullable.ts'
import { Id, Line, Timestamp } from '#contracts/kit/text.ts'
import { scopes } from '#contracts/kit/vocabulary.ts'
import { IdAnswer } from '#contracts/records.ts'
import { ById, Version } from '../kit/pieces.ts'

/**
 * read             everything that the endpoint list marks `read`
 * write            everything that it marks `write`; does not include `read`
 * webhooks:manage  the webhook endpoints
 */
const Scopes = Type.Array(Type.Enum([...scopes]), { minItems: 1, maxItems: 3, uniqueItems: true })

const fields = {
  id: Id,
  name: Type.String(),
  scopes: Scopes,
  /** beginning of the key, e.g. wk_live_7Hq2 */
  prefix: Type.String(),
}

export const ApiKey = Type.Object({
  ...fields,
  /** end of the key */
  lastFour: Type.String(),
  /** not `active` after they left or were disabled; their keys keep working */
  creator: Type.Object({ id: Id, name: Type.String(), active: Type.Boolean() }),
  /** to the minute; null: never used */
  lastUsedAt: Nullable(Timestamp),
  createdAt: Timestamp,
  version: Version,
})
export type ApiKey = Static<typeof ApiKey>

/** `key` is returned only here. */
export const NewApiKey = Type.Object({ ...fields, key: Type.String(), createdAt: Timestamp })
export type NewApiKey = Static<typeof NewApiKey>

export const listApiKeys = endpoint({
  module: 'admin',
  name: 'listApiKeys',
  method: 'GET',
  path: '/api/admin/api-keys',
  summary: 'List active API keys: name, scopes, prefix, creator, last use; without revoked ones',
  access: admin(null),
  limit: 'read',
  query: Type.Object({ ...paging, sort: sortBy('createdAt', 'name', 'lastUsedAt') }),
  list: ApiKey,
})

export const createApiKey = endpoint({
  module: 'admin',
  name: 'createApiKey',
  method: 'POST',
  path: '/api/admin/api-keys',
  summary: 'Create an API key; the key is shown once',
  auditLabel: 'Created an API key',
  access: admin(null),
  limit: 'write',
  body: Type.Object({ name: Line(80), scopes: Scopes }),
  status: 201,
  idempotent: true,
  showsSecret: true,
  data: NewApiKey,
  errors: ['PLAN_LIMIT_REACHED'],
  example: ({ fresh }) => ({ body: { name: fresh('Building system'), scopes: ['read'] } }),
})

export const revokeApiKey = endpoint({
  module: 'admin',
  name: 'revokeApiKey',
  method: 'DELETE',
  path: '/api/admin/api-keys/:id',
  summary: 'Revoke an API key; requests with it are UNAUTHORIZED at once',
  auditLabel: 'Revoked an API key',
  access: admin(null),
  limit: 'write',
  params: ById,
  data: IdAnswer,
  errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
  example: ({ apiKeyId }) => ({ params: { id: apiKeyId } }),
})
