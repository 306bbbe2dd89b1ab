/** Conflicts as their scout reads them. */
import type { Conflict } from '#contracts/scout/phone/sync.ts'
import type { ConflictRow } from '#server/modules/scout/conflicts/public.ts'
import type { TenantContext } from '#server/platform/context.ts'

interface NamedRow extends ConflictRow {
  readonly title: string | null
}

/** With $2 as the scout; the caller adds conditions on `c`, order and limit. */
export const conflictsText = `select c.*, a.name as title from scout_conflict c
  left join round_stop s on c.kind = 'INSPECTION' and s.tenant_id = $1 and s.id = c.record_id
  left join finding f on c.kind = 'FINDING' and f.tenant_id = $1 and f.id = c.record_id
  left join amenity a on a.tenant_id = $1 and a.id = coalesce(s.amenity_id, f.amenity_id)
  where c.tenant_id = $1 and c.scout_id = $2`

export const presentConflict = (row: NamedRow): Conflict => ({
  id: row.id,
  kind: row.kind,
  recordId: row.record_id,
  title: row.title ?? '',
  fields: row.fields.map(({ name, mine, theirs }) => ({ name, mine, theirs })),
  createdAt: row.created_at.toISOString(),
  resolvedAt: row.resolved_at?.toISOString() ?? null,
})

const someText = `${conflictsText} and c.id = any($3::uuid[])`

export const conflictsById = async (ctx: TenantContext, ids: readonly string[]): Promise<Conflict[]> =>
  ids.length === 0
    ? []
    : (await ctx.run<NamedRow>(someText, [ctx.tenantId, ctx.actor.id, ids])).map(presentConflict)
