/** Findings of the demo's scouts, one in each state, on tasks that are there. */
import type { FindingState, Severity } from '#contracts/scout/findings.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import type { DemoStop } from './inspections.ts'

interface Told {
  readonly state: FindingState
  readonly category: string
  readonly severity: Severity
  readonly text: string
  /** tasks of this kind may stand behind it */
  readonly task?: string
}

const told: readonly Told[] = [
  {
    state: 'REPORTED',
    category: 'NOT_CLEAN',
    severity: 'OBSERVATION',
    text: 'Lime on the taps begins to show',
  },
  {
    state: 'ACCEPTED',
    category: 'NO_SOAP',
    severity: 'MINOR',
    text: 'Left dispenser empty',
    task: "status <> 'DONE'",
  },
  {
    state: 'FIXED',
    category: 'NO_PAPER',
    severity: 'MINOR',
    text: 'One roll for three cubicles',
    task: "status = 'DONE' and verification <> 'CONFIRMED'",
  },
  {
    state: 'VERIFIED',
    category: 'NOT_CLEAN',
    severity: 'MAJOR',
    text: 'Stains below both basins',
    task: "status = 'DONE' and verification = 'CONFIRMED'",
  },
  {
    state: 'REOPENED',
    category: 'BAD_SMELL',
    severity: 'MAJOR',
    text: 'Drain smells again',
    task: "status <> 'DONE'",
  },
  { state: 'MERGED', category: 'NO_SOAP', severity: 'MINOR', text: 'Right dispenser empty too' },
  { state: 'REJECTED', category: 'BIN_FULL', severity: 'MINOR', text: 'Bin half full' },
  { state: 'WITHDRAWN', category: 'WET_FLOOR', severity: 'MINOR', text: 'Was being mopped' },
]

const taskText = (condition: string): string =>
  `select id from task where tenant_id = $1 and building_id = $2 and merged_into is null and ${condition} order by created_at desc, id limit 1`

const reasons: Partial<Record<FindingState, string>> = {
  REJECTED: 'Bins are emptied at three quarters',
  WITHDRAWN: 'The cleaner was there',
}

export const writeFindings = async (
  ctx: TenantContext,
  stops: readonly DemoStop[],
  buildingId: string,
): Promise<void> => {
  const tasks = new Map<FindingState, string>()
  for (const { state, task } of told) {
    if (!task) continue
    const [found] = await ctx.run<{ id: string }>(taskText(task), [ctx.tenantId, buildingId])
    if (found) tasks.set(state, found.id)
  }
  const rows = told.flatMap((one, at) => {
    const stop = stops[stops.length - 1 - at * 3]
    return stop ? [{ ...one, stop, id: newId(stop.at.getTime()) }] : []
  })
  const first = rows.find(({ state }) => state === 'ACCEPTED')?.id ?? null
  await ctx.db
    .insertInto('finding')
    .values(
      rows.map(({ id, stop, state, category, severity, text }) => ({
        tenant_id: ctx.tenantId,
        id,
        scout_id: stop.scoutId,
        round_id: stop.roundId,
        inspection_id: stop.id,
        amenity_id: stop.amenityId,
        building_id: buildingId,
        category,
        severity,
        text,
        state,
        task_id: tasks.get(state) ?? null,
        joined: tasks.has(state),
        merged_into: state === 'MERGED' ? first : null,
        reason: reasons[state] ?? null,
        created_at: stop.at,
        verified_at: state === 'VERIFIED' ? new Date(stop.at.getTime() + 24 * 3600_000) : null,
        changed_at: ctx.now,
      })),
    )
    .execute()
}
