import { listPlatformAudit, type PlatformAuditEntry } from '#contracts/super-admin/platform.ts'
import { pageBounds } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { isUuid } from '#server/platform/ids.ts'
import { inPlatform } from '../in-platform.ts'
import type { PlatformChange } from './append.ts'

interface EntryRow {
  id: string
  at: Date
  actor_id: string
  actor_email: string
  action: string
  target: string | null
  tenant_name: string | null
  changes: { reason: string | null; changes: PlatformChange[] } | null
  request_id: string
  hash: Buffer
}

const conditions = `where ($1::text is null or actor_id = $1) and ($2::text is null or target = $2)
  and ($3::text is null or action = $3) and ($4::timestamptz is null or at >= $4) and ($5::timestamptz is null or at < $5)`
const pageText = (direction: 'asc' | 'desc'): string =>
  `select id, at, actor_id, actor_email, action, target, changes, request_id, hash
    from platform_audit ${conditions} order by at ${direction}, id ${direction} limit $6 offset $7`
const countText = `select count(*)::int as n from platform_audit ${conditions}`
const namesText = "select id::text as id, name from tenant where id = any($1::uuid[]) and state <> 'ERASED'"

const timeOf = (text: string | undefined): Date | null => (text === undefined ? null : new Date(text))

export default serve(listPlatformAudit)(async ({ platform }, { query }) => {
  const { actor = null, tenant = null, action = null, sort = '-at' } = query
  const { limit, offset } = pageBounds(query)
  const filters = [actor, tenant, action, timeOf(query.from), timeOf(query.to)]
  const [rows, total] = await inPlatform(platform, async (run) => {
    const page = await run<EntryRow>(pageText(sort === 'at' ? 'asc' : 'desc'), [...filters, limit, offset])
    const [count] = await run<{ n: number }>(countText, filters)
    return [page, count?.n ?? 0] as const
  })
  const ids = rows.flatMap(({ target }) => (target !== null && isUuid(target) ? [target] : []))
  const { rows: named } = await platform.databases.worker.query<{ id: string; name: string }>({
    name: 'names-of-audit',
    text: namesText,
    values: [ids],
  })
  const names = new Map(named.map(({ id, name }) => [id, name]))
  const items = rows.map((row): PlatformAuditEntry => {
    const tenantId = row.target !== null && isUuid(row.target) ? row.target : null
    return {
      id: row.id,
      at: row.at.toISOString(),
      actor: { id: row.actor_id || null, email: row.actor_email },
      action: row.action,
      tenantId,
      tenantName: tenantId === null ? null : (names.get(tenantId) ?? null),
      reason: row.changes?.reason ?? null,
      changes: (row.changes?.changes ?? []).map(({ field, from, to }) => ({
        field,
        from: copy(from),
        to: copy(to),
      })),
      requestId: row.request_id,
      hash: row.hash.toString('hex'),
    }
  })
  return { items, total }
})

const copy = (value: PlatformChange['from']) =>
  (Array.isArray(value) ? [...value] : value) as string | string[] | number | boolean | null
