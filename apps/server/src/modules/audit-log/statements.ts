/**
 * SQL of the audit log, built from a fixed set of parts without client values. Totals are sums over months; only
 * parts of months, or entries of one target, are counted by index.
 */
import type { AuditFilter } from './filters.ts'

export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

interface Values {
  readonly list: readonly unknown[]
  /** @returns the placeholder of the value */
  add(value: unknown): string
}

const collect = (...first: readonly unknown[]): Values => {
  const list = [...first]
  return { list, add: (value) => `$${list.push(value)}` }
}

const conditions = ({ actors, action, target }: AuditFilter, add: Values['add']): string[] => {
  const found = ['tenant_id = $1']
  // One actor is an index range in time order; several are not.
  if (actors) {
    const only = actors.length === 1 ? actors[0] : undefined
    found.push(only ? `actor_id = ${add(only)}` : `actor_id = any(${add(actors)}::text[])`)
  }
  if (action) {
    if ('is' in action) found.push(`action = ${add(action.is)}`)
    else found.push(`action >= ${add(action.from)} and action < ${add(action.below)}`)
  }
  if (target !== undefined) found.push(`target = ${add(target)}`)
  return found
}

const between = (from: Date | undefined, until: Date | undefined, add: Values['add']): string[] => [
  ...(from ? [`at >= ${add(from)}`] : []),
  ...(until ? [`at < ${add(until)}`] : []),
]

const monthStart = (at: Date, more = 0): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + more, 1))
const dayText = (at: Date): string => at.toISOString().slice(0, 10)

/** Entries from before the chain existed are shown once they are part of it. */
const countIfChained = (count: string): string =>
  `select case when exists (select from audit_head where tenant_id = $1) then ${count} else 0 end::bigint as n`

/** The number of entries. */
export const totalStatement = (tenantId: string, filter: AuditFilter): Statement => {
  const values = collect(tenantId)
  const where = conditions(filter, values.add).join(' and ')
  const counted = (from: Date | undefined, until: Date | undefined): string =>
    `(select count(*) from audit_entry where ${[where, ...between(from, until, values.add)].join(' and ')})`
  const { from, until, target } = filter
  if (target !== undefined) return { text: countIfChained(counted(from, until)), values: values.list }
  // The first full month, and the first one that is no longer full.
  const first = from && (monthStart(from).getTime() === from.getTime() ? from : monthStart(from, 1))
  const last = until && monthStart(until)
  if (first && last && first >= last)
    return { text: countIfChained(counted(from, until)), values: values.list }
  const months = [
    ...(first ? [`month >= ${values.add(dayText(first))}::date`] : []),
    ...(last ? [`month < ${values.add(dayText(last))}::date`] : []),
  ]
  const parts = [
    `(select coalesce(sum(entries), 0) from audit_tally where ${[where, ...months].join(' and ')})`,
    ...(from && first && from < first ? [counted(from, first)] : []),
    ...(until && last && last < until ? [counted(last, until)] : []),
  ]
  return { text: countIfChained(`(${parts.join(' + ')})`), values: values.list }
}

export interface Page {
  readonly descending: boolean
  readonly limit: number
  readonly offset: number
  readonly total: number
}

/** One page; the second half of the list is read from its end. */
export const pageStatement = (tenantId: string, filter: AuditFilter, page: Page): Statement => {
  const values = collect(tenantId)
  const where = [...conditions(filter, values.add), ...between(filter.from, filter.until, values.add)]
  const fromEnd = page.offset > page.total / 2
  const size = fromEnd ? Math.max(0, Math.min(page.limit, page.total - page.offset)) : page.limit
  const skipped = fromEnd ? Math.max(0, page.total - page.offset - size) : page.offset
  const order = (descending: boolean, prefix = ''): string => {
    const way = descending ? 'desc' : 'asc'
    return `order by ${prefix}at ${way}, ${prefix}id ${way}`
  }
  return {
    text: `with page as materialized (
        select at, id from audit_entry where ${where.join(' and ')} ${order(page.descending !== fromEnd)}
        limit ${values.add(size)}::int offset ${values.add(skipped)}::bigint)
      select e.id, e.seq, e.at, e.actor_id, e.actor_name, e.actor_kind, e.action, e.target, e.fields, e.source, e.request_id, e.hash,
        e.changes,
        (select n.target_name from audit_entry n where n.tenant_id = $1 and n.target = e.target and n.target_name <> ''
         order by n.at desc, n.id desc limit 1) as target_name
      from page p cross join lateral (select * from audit_entry where tenant_id = $1 and id = p.id offset 0) e ${order(page.descending, 'p.')}`,
    values: values.list,
  }
}
