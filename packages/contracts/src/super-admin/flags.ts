/** Feature flags: declared in the code, switched for a tenant, a plan or everywhere, in this order. */
import { type Static, Type } from 'typebox'
import { endpoint, paging, sortBy, superAdmin } from '#contracts/kit/endpoint.ts'
import { Nullable } from '#contracts/kit/nullable.ts'
import { Id, Timestamp } from '#contracts/kit/text.ts'
import { plans } from '#contracts/kit/vocabulary.ts'

const ByPlan = Type.Partial(Type.Object(Object.fromEntries(plans.map((plan) => [plan, Type.Boolean()]))))

export const FlagRecord = Type.Object({
  key: Type.String(),
  description: Type.String(),
  default: Type.Boolean(),
  /** null: the default */
  global: Nullable(Type.Boolean()),
  plans: ByPlan,
  tenants: Type.Array(Type.Object({ id: Id, name: Type.String(), on: Type.Boolean() })),
  /** null: never switched */
  updatedAt: Nullable(Timestamp),
})
export type FlagRecord = Static<typeof FlagRecord>

const common = { module: 'super-admin', access: superAdmin } as const

export const listFlags = endpoint({
  ...common,
  name: 'listFlags',
  method: 'GET',
  path: '/api/super-admin/flags',
  summary: 'Feature flags, and where each is switched',
  limit: 'read',
  query: Type.Object({ ...paging, sort: sortBy('key') }),
  list: FlagRecord,
})

/** Replaces all that is switched; what is left out is not decided there. Applies everywhere within a second. */
export const setFlag = endpoint({
  ...common,
  name: 'setFlag',
  method: 'PUT',
  path: '/api/super-admin/flags/:key',
  summary: 'Switch a feature everywhere, for plans or for tenants',
  limit: 'write',
  params: Type.Object({ key: Type.String({ maxLength: 60 }) }),
  body: Type.Object({
    global: Type.Optional(Nullable(Type.Boolean())),
    plans: Type.Optional(ByPlan),
    /** by tenant id, at most 200 */
    tenants: Type.Optional(Type.Record(Type.String(), Type.Boolean(), { maxProperties: 200 })),
  }),
  data: FlagRecord,
  example: () => ({ params: { key: 'MCP' }, body: { global: true } }),
})
