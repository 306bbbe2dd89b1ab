/** A scout's row as administrators read it. Everybody but the scout reads the alias (decision 0089). */
import type { Selectable } from 'kysely'
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import type { BuildingRef } from '#contracts/records.ts'
import { type Agreement, agreementOf } from '#contracts/scout/kappa.ts'
import type { AdminScout, ScoutKind, ScoutState } from '#contracts/scout/people.ts'
import { toldTimeFor } from '#server/modules/scout/own/public.ts'
import { readJudgements } from '#server/modules/scout/rounds/public.ts'
import type { StaffContext, TenantContext } from '#server/platform/context.ts'
import type { Scout } from '#server/platform/db/tables.ts'
import { notFound } from '#server/platform/errors.ts'
import { requireVersion } from '#server/platform/gate/version.ts'

export type ScoutRow = Selectable<Scout>

/** A mystery visitor's name is written, and read by that person alone. */
export const nameFor = ({ kind, alias, own_name }: Pick<ScoutRow, 'kind' | 'alias' | 'own_name'>): string =>
  kind === 'MYSTERY' ? alias : own_name

export const scopeOf = ({ building_ids, types }: Pick<ScoutRow, 'building_ids' | 'types'>) => ({
  buildingIds: building_ids,
  ...(types ? { types } : {}),
})

interface Facts {
  readonly id: string
  readonly buildings: BuildingRef[]
  readonly open: number
  readonly submitted: number
  readonly reported: number
  readonly rejected: number
  /** of the organisation */
  readonly zone: string
}

const factsText = `select s.id, coalesce((select jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name) order by b.name, b.id)
      from building b where b.tenant_id = $1 and b.id = any(s.building_ids)), '[]') as buildings,
    r.open, r.submitted, f.reported, f.rejected, (select time_zone from tenant where id = $1) as zone
  from scout s
  cross join lateral (select count(*) filter (where state in ('SCHEDULED', 'ACCEPTED', 'IN_PROGRESS', 'PAUSED')) as open,
      count(*) filter (where state in ('SUBMITTED', 'REVIEWED')) as submitted
    from round where tenant_id = $1 and scout_id = s.id) r
  cross join lateral (select count(*) as reported, count(*) filter (where state = 'REJECTED') as rejected
    from finding where tenant_id = $1 and scout_id = s.id and state not in ('MERGED', 'WITHDRAWN')) f
  where s.tenant_id = $1 and s.id = any($2::uuid[])`

/** Of a mystery visitor by the day, and without what the phone is called. */
const deviceOf = (row: ScoutRow, zone: string): AdminScout['device'] => {
  if (!row.activated_at) return null
  const tell = toldTimeFor(row.kind, zone)
  return {
    activatedAt: tell(row.activated_at),
    lastSyncAt: row.last_sync_at && tell(row.last_sync_at),
    platform: row.kind === 'MYSTERY' ? null : row.platform,
  }
}

const presentScout = (row: ScoutRow, facts: Facts, agreement: Agreement | null): AdminScout => ({
  id: row.id,
  name: nameFor(row),
  alias: row.alias,
  kind: row.kind as ScoutKind,
  blind: row.blind,
  state: row.state as ScoutState,
  scope: scopeOf(row),
  buildings: facts.buildings,
  validFrom: row.valid_from,
  validUntil: row.valid_until,
  extraRounds: row.extra_rounds,
  language: row.language as VisitorLanguage,
  hasEmail: row.email !== null,
  reference: row.reference,
  device: deviceOf(row, facts.zone),
  rounds: { open: facts.open, submitted: facts.submitted },
  findings: { reported: facts.reported, rejected: facts.rejected },
  agreement,
  createdAt: row.created_at.toISOString(),
  version: row.version,
})

/** In the order given. */
export const presentScouts = async (ctx: TenantContext, rows: readonly ScoutRow[]): Promise<AdminScout[]> => {
  const ids = rows.map(({ id }) => id)
  const [facts, judged] = await Promise.all([
    ctx.run<Facts>(factsText, [ctx.tenantId, ids]),
    readJudgements(ctx, ids),
  ])
  const factsOf = new Map(facts.map((one) => [one.id, one]))
  return rows.flatMap((row) => {
    const known = factsOf.get(row.id)
    const pairs = judged.get(row.id)
    return known ? [presentScout(row, known, pairs ? agreementOf(pairs) : null)] : []
  })
}

export const presentOne = async (ctx: TenantContext, row: ScoutRow): Promise<AdminScout> => {
  const [shown] = await presentScouts(ctx, [row])
  if (!shown) throw notFound()
  return shown
}

/** @throws ServiceError NOT_FOUND, PRECONDITION_FAILED */
export const lockScout = async (ctx: StaffContext, id: string): Promise<ScoutRow> => {
  const [row] = await ctx.run<ScoutRow>('select * from scout where tenant_id = $1 and id = $2 for update', [
    ctx.tenantId,
    id,
  ])
  if (!row) throw notFound()
  requireVersion(ctx, row.version)
  return row
}
