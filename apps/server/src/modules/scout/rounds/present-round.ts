/** Rounds as administrators read them. */
import type { Author } from '#contracts/records.ts'
import type { AdminRound } from '#contracts/scout/admin-rounds.ts'
import type { Finding } from '#contracts/scout/findings.ts'
import type { Inspection } from '#contracts/scout/rounds.ts'
import { findingsById } from '#server/modules/scout/findings/public.ts'
import { readScout, type ToldTime, toldTimeFor } from '#server/modules/scout/own/public.ts'
import { readContents } from '#server/modules/scout/sites/public.ts'
import { tenantLanguage } from '#server/modules/settings/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { readRoundJudgements } from './agreement.ts'
import type { RoundRow } from './own-rounds.ts'
import { inspectionsById } from './present-inspection.ts'

export interface AdminRoundRow extends RoundRow {
  readonly building: string
  readonly zone: string
  readonly alias: string | null
  readonly scout_kind: string | null
  readonly schedule_id: string | null
  readonly schedule: string | null
  readonly reviewer_kind: Author['kind'] | null
  readonly reviewer_id: string | null
  readonly reviewer_name: string | null
  readonly findings: number
}

export const adminRoundColumns = `r.*, b.name as building, b.time_zone as zone, s.alias, s.kind as scout_kind, p.name as schedule,
    (select count(*) from finding f where f.tenant_id = $1 and f.round_id = r.id and f.state not in ('MERGED', 'WITHDRAWN')) as findings
  from round r join building b on b.tenant_id = $1 and b.id = r.building_id
  left join scout s on s.tenant_id = $1 and s.id = r.scout_id
  left join schedule p on p.tenant_id = $1 and p.id = r.schedule_id`

const told = (tell: ToldTime, at: Date | null): string | null => at && tell(at)

const presentRow = (row: AdminRoundRow, agreement: AdminRound['agreement']): AdminRound => {
  const tell = toldTimeFor(row.scout_kind, row.zone)
  return {
    id: row.id,
    number: row.number,
    title: row.title,
    state: row.state,
    building: { id: row.building_id, name: row.building },
    scout: row.scout_id === null ? null : { id: row.scout_id, name: row.alias ?? '' },
    extra: row.extra,
    opensAt: row.opens_at.toISOString(),
    dueBy: row.due_by.toISOString(),
    startedAt: told(tell, row.started_at),
    submittedAt: told(tell, row.submitted_at),
    reviewedAt: row.reviewed_at?.toISOString() ?? null,
    stopCount: row.stop_count,
    doneCount: row.done_count,
    score: row.score,
    passed: row.passed,
    note: row.note,
    reason: row.reason,
    returned: row.returned_at && { at: row.returned_at.toISOString(), reason: row.return_reason ?? '' },
    version: row.version,
    reviewer: row.reviewer_kind && {
      kind: row.reviewer_kind,
      id: row.reviewer_id,
      name: row.reviewer_name ?? '',
    },
    schedule:
      row.schedule_id !== null && row.schedule !== null ? { id: row.schedule_id, name: row.schedule } : null,
    timesRounded: row.scout_kind === 'MYSTERY',
    findings: row.findings,
    agreement,
  }
}

/** In the order given. */
export const presentAdminRounds = async (
  ctx: TenantContext,
  rows: readonly AdminRoundRow[],
): Promise<AdminRound[]> => {
  const judged = await readRoundJudgements(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const pairs = judged.get(row.id)
    if (!pairs) return presentRow(row, null)
    const same = pairs.bothPassed + pairs.bothFailed
    return presentRow(row, { same, pairs: same + pairs.onlyMinePassed + pairs.onlyTheirsPassed })
  })
}

const tellInspection = (tell: ToldTime, inspection: Inspection): Inspection => {
  const say = (at: string): string => tell(new Date(at))
  return {
    ...inspection,
    startedAt: say(inspection.startedAt),
    completedAt: inspection.completedAt && say(inspection.completedAt),
    answers: inspection.answers.map((answer) => ({ ...answer, at: say(answer.at) })),
  }
}

const tellFinding = (tell: ToldTime, finding: Finding): Finding => ({
  ...finding,
  createdAt: tell(new Date(finding.createdAt)),
  verifiedAt: finding.verifiedAt && tell(new Date(finding.verifiedAt)),
})

/** Findings of the round as administrators read them. */
const readFound = async (ctx: TenantContext, row: AdminRoundRow, tell: ToldTime): Promise<Finding[]> => {
  if (row.scout_id === null) return []
  const ids = await ctx.run<{ id: string }>(
    'select id from finding where tenant_id = $1 and round_id = $2 order by created_at, id',
    [ctx.tenantId, row.id],
  )
  const scout = { ...(await readScout(ctx, row.scout_id)), blind: false, language: await tenantLanguage(ctx) }
  const found = await findingsById(
    ctx,
    scout,
    ids.map(({ id }) => id),
  )
  return found.map((finding) => tellFinding(tell, finding))
}

/** What the review reads of one round. */
export const presentEvidence = async (
  ctx: TenantContext,
  row: AdminRoundRow,
): Promise<{ inspections: Inspection[]; found: Finding[] }> => {
  const stops = await ctx.run<{ id: string }>(
    'select id from round_stop where tenant_id = $1 and round_id = $2 order by position',
    [ctx.tenantId, row.id],
  )
  const tell = toldTimeFor(row.scout_kind, row.zone)
  const [inspections, found] = await Promise.all([
    inspectionsById(
      ctx,
      stops.map(({ id }) => id),
    ),
    readFound(ctx, row, tell),
  ])
  return {
    inspections: stops.flatMap(({ id }) => {
      const inspection = inspections.get(id)
      return inspection ? [tellInspection(tell, inspection)] : []
    }),
    found,
  }
}

/** @throws ServiceError NOT_FOUND */
export const findAdminRound = async (ctx: TenantContext, id: string): Promise<AdminRoundRow> => {
  const [row] = await ctx.run<AdminRoundRow>(
    `select ${adminRoundColumns} where r.tenant_id = $1 and r.id = $2`,
    [ctx.tenantId, id],
  )
  if (!row) throw notFound()
  return row
}

/** One round without its evidence. @throws ServiceError NOT_FOUND */
export const presentAdminRound = async (ctx: TenantContext, id: string): Promise<AdminRound> => {
  const [shown] = await presentAdminRounds(ctx, [await findAdminRound(ctx, id)])
  if (!shown) throw notFound()
  return shown
}

/** All that a paper of one round holds, with the zone of its building and the checklists of its inspections. */
export const readRoundRecord = async (ctx: TenantContext, id: string) => {
  const row = await findAdminRound(ctx, id)
  const [round] = await presentAdminRounds(ctx, [row])
  if (!round) throw notFound()
  const evidence = await presentEvidence(ctx, row)
  const checklists = await readContents(
    ctx,
    evidence.inspections.map(({ template }) => template),
  )
  return { round, zone: row.zone, checklists, ...evidence }
}
export type RoundRecord = Awaited<ReturnType<typeof readRoundRecord>>
