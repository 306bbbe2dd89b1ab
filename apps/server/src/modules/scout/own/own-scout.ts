/** Who a scout is, with the dates of the organisation's calendar. */
import type { ScoutKind, ScoutState } from '#contracts/scout/people.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { unauthorized } from '#server/platform/errors.ts'
import { startOfLocalDay } from '#server/platform/local-day.ts'

export interface OwnScout {
  readonly id: string
  readonly kind: ScoutKind
  readonly alias: string
  readonly own_name: string
  readonly display_name: string | null
  readonly blind: boolean
  readonly state: ScoutState
  readonly building_ids: readonly string[]
  /** null: amenities of all types */
  readonly types: readonly string[] | null
  readonly valid_from: string
  readonly valid_until: string
  readonly extra_rounds: boolean
  readonly language: string
  readonly mail_rounds: boolean
  readonly privacy_version: number | null
  readonly changed_at: Date
  readonly version: number
  /** the first moment after the last day */
  readonly ends_at: Date
  readonly time_zone: string
  readonly organisation: string
}

const columns = `s.id, s.kind, s.alias, s.own_name, s.display_name, s.blind, s.state, s.building_ids, s.types,
  s.valid_from::text as valid_from, s.valid_until::text as valid_until, s.extra_rounds, s.language, s.mail_rounds,
  s.privacy_version, s.changed_at, s.version,
  t.time_zone, t.name as organisation`

const oneText = `select ${columns} from scout s join tenant t on t.id = s.tenant_id where s.tenant_id = $1 and s.id = $2`

type StoredScout = Omit<OwnScout, 'ends_at'>

const withEnd = (row: StoredScout): OwnScout => ({
  ...row,
  ends_at: startOfLocalDay(row.valid_until, row.time_zone, 1),
})

/** @throws ServiceError UNAUTHORIZED */
export const readScout = async (ctx: TenantContext, id: string = ctx.actor.id): Promise<OwnScout> => {
  const [row] = await ctx.run<StoredScout>(oneText, [ctx.tenantId, id])
  if (!row) throw unauthorized()
  return withEnd(row)
}

/** The same, locked until the commit: what one scout sends is done one after the other. */
export const lockScout = async (ctx: TenantContext, id: string = ctx.actor.id): Promise<OwnScout> => {
  const [row] = await ctx.run<StoredScout>(`${oneText} for no key update of s`, [ctx.tenantId, id])
  if (!row) throw unauthorized()
  return withEnd(row)
}
