/** Small schemas that several admin contracts share. */
import { type Static, Type } from 'typebox'
import { Id, Line } from '#contracts/kit/text.ts'
import { Code } from '#contracts/records.ts'

/** Path parameters of a single record. */
export const ById = Type.Object({ id: Id })

/** Number of changes of a record, from 1; ETag of its answers, compared with `If-Match`. */
export const Version = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })

/** A filter of codes, several by comma. */
export const codes = Type.Optional(Type.Array(Code, { maxItems: 100 }))

/** A search text. */
export const search = Type.Optional(Line(200))

export const lastPosition = 10_000

/** Position in an ordered list, 0 first. */
export const Position = Type.Integer({ minimum: 0, maximum: lastPosition })

/** The page of matches that a dry run returns, newest first; default the newest 20. Ignored without `dryRun`. */
export const Matches = Type.Object({
  page: Type.Integer({ minimum: 1, maximum: 5000 }),
  pageSize: Type.Integer({ minimum: 1, maximum: 100 }),
})
export type Matches = Static<typeof Matches>

/** Key of a record in the tenant's own systems; imports find the record by it. */
export const ExternalId = Line(100)
