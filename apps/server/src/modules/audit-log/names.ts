/** Entries store ids; names are read with the entry, so that an erased name is not shown here either. */
import type { AuditChange, AuditSaid } from '#contracts/audit-log.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { isUuid } from '#server/platform/ids.ts'

/** undefined: no record of the tenant has this id */
export type NameOf = (id: string) => string | undefined

const textsOf = (said: AuditSaid): readonly string[] =>
  typeof said === 'string' ? [said] : Array.isArray(said) ? said : []

export const idsIn = (changes: readonly AuditChange[]): readonly string[] => [
  ...new Set(changes.flatMap(({ from, to }) => [...textsOf(from), ...textsOf(to)]).filter(isUuid)),
]

const namesText = `select n.id, n.name from unnest($2::uuid[]) as asked (id)
  cross join lateral (
    select id, name from building where tenant_id = $1 and id = asked.id
    union all select id, name from location where tenant_id = $1 and id = asked.id
    union all select id, name from amenity where tenant_id = $1 and id = asked.id
    union all select id, name from app_user where tenant_id = $1 and id = asked.id
    union all select id, name from operator where tenant_id = $1 and id = asked.id
    union all select id, name from company where tenant_id = $1 and id = asked.id
    union all select id, name from sla_policy where tenant_id = $1 and id = asked.id) as n`

/** One statement for a page, none if there are no ids. */
export const readNames = async (ctx: TenantContext, ids: readonly string[]): Promise<NameOf> => {
  if (ids.length === 0) return () => undefined
  const rows = await ctx.run<{ id: string; name: string }>(namesText, [ctx.tenantId, ids])
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return (id) => names.get(id)
}

const named = (said: AuditSaid, nameOf: NameOf): AuditSaid => {
  const one = (text: string): string => (isUuid(text) ? (nameOf(text) ?? text.slice(-6)) : text)
  if (typeof said === 'string') return one(said)
  return Array.isArray(said) ? said.map(one) : said
}

export const namedChanges = (changes: readonly AuditChange[], nameOf: NameOf): AuditChange[] =>
  changes.map((change) => ({ ...change, from: named(change.from, nameOf), to: named(change.to, nameOf) }))
