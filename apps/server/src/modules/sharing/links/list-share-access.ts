import { listShareAccess, type ShareAccess } from '#contracts/sharing/links.ts'
import { pageBounds } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { readLink } from './link-row.ts'

interface AccessRow {
  id: string
  at: Date
  kind: ShareAccess['kind']
  format: ShareAccess['format']
}

const textOf = (direction: 'asc' | 'desc'): string =>
  `select id, at, kind, format from share_access where tenant_id = $1 and link_id = $2
   order by at ${direction}, id ${direction} limit $3::int offset $4::bigint`
const texts = { asc: textOf('asc'), desc: textOf('desc') }

export default serve(listShareAccess)(async (ctx, { params, query }) => {
  // The link's row counts its log entries.
  const { id: linkId, logged: total } = await readLink(ctx, params.id)
  const { limit, offset } = pageBounds(query)
  if (offset >= total) return { items: [], total }
  const size = Math.min(limit, total - offset)
  const direction = query.sort === 'at' ? 'asc' : 'desc'
  // Pages in the second half are read from the end.
  const fromEnd = offset > total / 2
  const from = fromEnd ? total - offset - size : offset
  const text = texts[(direction === 'asc') === fromEnd ? 'desc' : 'asc']
  const rows = await ctx.run<AccessRow>(text, [ctx.tenantId, linkId, size, from])
  if (fromEnd) rows.reverse()
  return { items: rows.map((row) => ({ ...row, at: row.at.toISOString() })), total }
})
