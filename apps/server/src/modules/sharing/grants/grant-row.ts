/** Grants as the API returns them: given and received ones in one list. */
import type { Grant, GrantMeasure, GrantState } from '#contracts/sharing/grants.ts'
import type { ShareScope } from '#contracts/sharing/links.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { nowhere } from '../scope.ts'

/** A grant of either side; the giver's own fields are empty on the other. */
export interface GrantRow {
  readonly id: string
  readonly direction: Grant['direction']
  readonly other_id: string | null
  readonly other_name: string
  readonly scope: ShareScope
  readonly places: readonly string[]
  readonly measures: GrantMeasure[]
  readonly until: Date
  readonly reads: number
  readonly last_read_at: Date | null
  readonly created_at: Date
  readonly accepted_at: Date | null
  readonly ended_at: Date | null
}

/** SQL: rows of both tables as `g`; $1 is the tenant. */
export const grantsText = `(
    select id, 'GIVEN' as direction, receiver_id as other_id, coalesce(receiver_name, slug) as other_name, scope,
      array(select name from building b where b.tenant_id = $1 and scope -> 'buildingIds' ? b.id::text order by name)
        || array(select name from location l where l.tenant_id = $1 and scope -> 'locationIds' ? l.id::text order by name)
        || array(select jsonb_array_elements_text(coalesce(scope -> 'types', '[]')))
        || case when '[]'::jsonb in (scope -> 'buildingIds', scope -> 'locationIds', scope -> 'types') then array['${nowhere}'] else '{}' end as places,
      measures, until, reads, last_read_at, created_at, accepted_at, ended_at
    from grant_given where tenant_id = $1
    union all
    select id, 'RECEIVED', giver_id, giver_name, '{}', places, measures, until, 0, null, created_at, accepted_at, ended_at
    from grant_received where tenant_id = $1) g`

/** @param now placeholder of the time */
export const stateSql = (now: string): string => `case when g.ended_at is not null then 'REVOKED'
    when g.until <= ${now} then 'EXPIRED' when g.accepted_at is not null then 'ACCEPTED' else 'OFFERED' end`

type GrantTimes = Pick<GrantRow, 'until' | 'accepted_at' | 'ended_at'>

export const stateOf = (
  { until, accepted_at: accepted, ended_at: ended }: GrantTimes,
  now: Date,
): GrantState => {
  if (ended !== null) return 'REVOKED'
  if (until <= now) return 'EXPIRED'
  return accepted === null ? 'OFFERED' : 'ACCEPTED'
}

/** Grants are not edited, only answered and ended, so these steps give the version. */
export const versionOf = ({ accepted_at: accepted, ended_at: ended }: Omit<GrantTimes, 'until'>): number =>
  1 + Number(accepted !== null) + Number(ended !== null)

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

export const presentGrant = (row: GrantRow, now: Date): Grant => ({
  id: row.id,
  state: stateOf(row, now),
  direction: row.direction,
  other: { name: row.other_name },
  scope: row.scope,
  places: [...row.places],
  measures: row.measures,
  until: row.until.toISOString(),
  reads: row.reads,
  lastReadAt: iso(row.last_read_at),
  createdAt: row.created_at.toISOString(),
  acceptedAt: iso(row.accepted_at),
  endedAt: iso(row.ended_at),
  version: versionOf(row),
})

const oneText = `select g.* from ${grantsText} where g.id = $2`

/** @throws ServiceError NOT_FOUND */
export const readGrant = async (ctx: TenantContext, id: string): Promise<GrantRow> => {
  const [row] = await ctx.run<GrantRow>(oneText, [ctx.tenantId, id])
  if (!row) throw notFound()
  return row
}
