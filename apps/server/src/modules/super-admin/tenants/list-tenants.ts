import { listTenants } from '#contracts/super-admin/tenants.ts'
import { pageBounds } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { findExactly } from './find-by.ts'
import { presentTenant, rowColumns, rowTables, type StoredTenant, stateSql } from './tenant-row.ts'

/** A tenant that was never counted comes last. */
const orders = {
  name: 'fold_name(t.name)',
  createdAt: 't.created_at',
  lastActiveAt: 'u.last_active_at',
  feedback30d: 'coalesce(u.feedback_30d, 0)',
  storageBytes: 'coalesce(u.storage_bytes, 0)',
} as const

const conditions = `where t.state <> 'ERASED'
  and ($1::text is null or strpos(fold_name(t.name), fold_name($1)) > 0 or strpos(t.slug, lower($1)) > 0 or t.id = any($2::uuid[]))
  and ($3::text[] is null or ${stateSql} = any($3))
  and ($4::text[] is null or t.plan = any($4))
  and ($5::boolean is null or (coalesce(cardinality(u.near), 0) > 0) = $5)`

export const pageText = (order: string): string =>
  `select ${rowColumns} ${rowTables} ${conditions} order by ${order} limit $6 offset $7`
export const countText = `select count(*)::int as n ${rowTables} ${conditions}`

const orderOf = (sort: string): string => {
  const isDown = sort.startsWith('-')
  const column = orders[(isDown ? sort.slice(1) : sort) as keyof typeof orders]
  const direction = isDown ? 'desc' : 'asc'
  // The index is in this order, and no name is missing.
  return column === orders.name
    ? `${column} ${direction}, t.id ${direction}`
    : `${column} ${direction} nulls last, t.id`
}

export default serve(listTenants)(async (ctx, { query }) => {
  const { q, state, plan, near, sort = 'name' } = query
  const { limit, offset } = pageBounds(query)
  const found = q === undefined ? new Map() : await findExactly(ctx, q)
  const values = [q ?? null, [...found.keys()], state ?? null, plan ?? null, near ?? null]
  const { worker } = ctx.platform.databases
  const [page, count] = await Promise.all([
    worker.query<StoredTenant>({
      name: `tenants-${sort}`,
      text: pageText(orderOf(sort)),
      values: [...values, limit, offset],
    }),
    worker.query<{ n: number }>({ name: 'tenants-count', text: countText, values }),
  ])
  return {
    items: page.rows.map((row) => presentTenant(row, found.get(row.id) ?? null)),
    total: count.rows[0]?.n ?? 0,
  }
})
