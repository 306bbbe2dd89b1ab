/** Small schemas that several admin contracts share. */
import { type Static, Type } from 'typebox'
import { Id, Line } from '#contracts/kit/text.ts'
import { Code } from '#contracts/records.ts'

/** Path parameters of a single record. */
export const ById = Type.Object({ id: Id })

/** Counts the changes of a record, from 1; the ETag of its answers and what `If-Match` is compared with. */
export const Version = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })

/** A filter of codes, several by comma. */
export const codes = Type.Optional(Type.Array(Code, { maxItems: 100 }))

/** What is typed into a search field. */
export const search = Type.Optional(Line(200))

export const lastPosition = 10_000

/** Position in an ordered list, 0 first. */
export const Position = Type.Integer({ minimum: 0, maximum: lastPosition })

/** Which matches of a dry run are told, the newest first; left out: the newest 20. Nothing without `dryRun`. */
export const Matches = Type.Object({
  page: Type.Integer({ minimum: 1, maximum: 5000 }),
  pageSize: Type.Integer({ minimum: 1, maximum: 100 }),
})
export type Matches = Static<typeof Matches>

/** The key of a record in the tenant's own systems; importers find the record by it. */
export const ExternalId = Line(100)
