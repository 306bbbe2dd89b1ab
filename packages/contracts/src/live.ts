/** Live stream: the same events as webhooks, at once. */
import { type Static, Type } from 'typebox'
import { endpoint, manager } from './kit/endpoint.ts'
import { Nullable } from './kit/nullable.ts'
import { Id, Timestamp } from './kit/text.ts'
import { isShown, outwardNames } from './outward.ts'
import { Author } from './records.ts'

const ShownName = Type.Enum(outwardNames.filter(isShown))

/** The `data` of a server-sent event; its `event` is the type, its `id` the id. */
export const LiveEvent = Type.Object({
  id: Id,
  type: ShownName,
  at: Timestamp,
  /** the current record and `changes`, as in the webhook of this type */
  data: Type.Object({ id: Id }, { additionalProperties: true }),
  /** the actor; null for visitors, and if not stored */
  by: Nullable(Author),
})
export type LiveEvent = Static<typeof LiveEvent>

export const followLive = endpoint({
  module: 'dashboard',
  name: 'followLive',
  method: 'GET',
  path: '/api/dashboard/live',
  summary:
    'Live stream of events as server-sent events; `types` filters, Last-Event-ID resumes, and `event: reset` says that it is too old to resume: read everything again',
  access: manager('read'),
  limit: 'read',
  query: Type.Object({ types: Type.Optional(Type.Array(ShownName, { minItems: 1, maxItems: 50 })) }),
  stream: LiveEvent,
  errors: ['VALIDATION_ERROR'],
})
