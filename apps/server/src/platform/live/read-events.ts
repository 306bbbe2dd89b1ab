/**
 * Reads committed events of a tenant. Ids follow the time of the change, not the order of commits, so each poll
 * rereads a span and skips ids that it has seen.
 */
import type { LiveEvent } from '#contracts/live.ts'
import { isShown, outwardNames } from '#contracts/outward.ts'
import type { Author } from '#contracts/records.ts'
import type { TenantContext } from '../context.ts'
import { serializeEvents } from '../events/serializers.ts'
import type { StoredEvent } from '../events/stored-event.ts'
import { formerMember } from '../former-member.ts'

const shownNames = outwardNames.filter(isShown)
const pageSize = 1000

const idsText = `select id from event where tenant_id = $1 and id > $2 and type = any($3::text[]) order by id limit ${pageSize}`
const newestText = `select id from event where tenant_id = $1 and id > $2 and type = any($3::text[]) order by id desc limit $4`
const rowsText = `select id, type, payload, at, actor_kind, actor_id from event
  where tenant_id = $1 and id = any($2::uuid[]) order by id`
const knownText = 'select id from event where tenant_id = $1 and id = any($2::uuid[])'
/** Current names; each id is of one kind. */
const namesText = `select 'USER' as kind, id::text, name from app_user where tenant_id = $1 and id = any($2::uuid[])
  union all select 'KEY', id::text, name from api_key where tenant_id = $1 and id = any($3::uuid[])
  union all select 'OPERATOR', id::text, name from operator where tenant_id = $1 and id = any($4::uuid[])
  union all select 'SCOUT', id::text, alias from scout where tenant_id = $1 and id = any($5::uuid[])`

interface EventRow {
  readonly id: string
  readonly type: StoredEvent['type']
  readonly payload: StoredEvent['payload']
  readonly at: Date
  readonly actor_kind: Author['kind'] | null
  readonly actor_id: string | null
}

/** The smallest id that an event of this time can have. */
export const idAt = (milliseconds: number): string => {
  const time = Math.max(0, Math.floor(milliseconds)).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8, 12)}-0000-0000-000000000000`
}

/** Time of one of our ids, in milliseconds. */
export const timeOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

/** Ids of shown events since then, oldest first. */
export const readIds = async ({ run, tenantId }: TenantContext, since: number): Promise<string[]> => {
  const ids: string[] = []
  for (let after = idAt(since); ; ) {
    const rows = await run<{ id: string }>(idsText, [tenantId, after, shownNames])
    for (const { id } of rows) ids.push(id)
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return ids
    after = last.id
  }
}

/** The newest of them, oldest first, at most `most`. */
export const readNewest = async (
  { run, tenantId }: TenantContext,
  since: number,
  most: number,
): Promise<string[]> => {
  const rows = await run<{ id: string }>(newestText, [tenantId, idAt(since), shownNames, most])
  return rows.map(({ id }) => id).reverse()
}

/** Which ids are events of the tenant. */
export const readKnown = async (
  { run, tenantId }: TenantContext,
  ids: readonly string[],
): Promise<ReadonlySet<string>> =>
  new Set((await run<{ id: string }>(knownText, [tenantId, ids])).map(({ id }) => id))

const readNames = async (
  { run, tenantId }: TenantContext,
  rows: readonly EventRow[],
): Promise<Map<string, string>> => {
  const ids = (kind: Author['kind']): string[] => [
    ...new Set(
      rows.flatMap(({ actor_kind, actor_id }) => (actor_kind === kind && actor_id ? [actor_id] : [])),
    ),
  ]
  const idsByKind = [ids('USER'), ids('KEY'), ids('OPERATOR'), ids('SCOUT')]
  if (idsByKind.every((some) => some.length === 0)) return new Map()
  const found = await run<{ kind: string; id: string; name: string }>(namesText, [tenantId, ...idsByKind])
  return new Map(found.map(({ kind, id, name }) => [`${kind} ${id}`, name]))
}

const authorOf = (
  { actor_kind: kind, actor_id: id }: EventRow,
  names: ReadonlyMap<string, string>,
): Author | null => {
  if (kind === null || kind === 'VISITOR') return null
  if (kind === 'SYSTEM') return { id: null, name: 'Wellkept', kind }
  return { id, name: names.get(`${kind} ${id}`) ?? formerMember, kind }
}

/** Serialized events in order; events without a serialization are left out. Uses a fixed number of statements. */
export const readEvents = async (ctx: TenantContext, ids: readonly string[]): Promise<LiveEvent[]> => {
  if (ids.length === 0) return []
  const rows = await ctx.run<EventRow>(rowsText, [ctx.tenantId, ids])
  const byId = new Map(rows.map((row) => [row.id, row]))
  const events = rows.map(({ id, type, payload, at }) => ({ id, type, payload, at, tenantId: ctx.tenantId }))
  const [shown, names] = [await serializeEvents(ctx, events), await readNames(ctx, rows)]
  return shown.map(({ id, type, at, data }) => {
    const row = byId.get(id)
    return { id, type, at: at.toISOString(), data, by: row ? authorOf(row, names) : null } as LiveEvent
  })
}
