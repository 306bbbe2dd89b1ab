import { type AmenityFigures, getAmenityFigures } from '#contracts/figures.ts'
import { pathOfLocation } from '#server/modules/places/locations/public.ts'
import { uptimeOf } from '#server/modules/status/public.ts'
import { overdue } from '#server/modules/tasks/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { notesOf } from './day-notes.ts'
import { inspectionFigures } from './figures/inspections.ts'
import { issueFigures } from './figures/issues.ts'
import { aboutOf, openFiguresOfAmenity } from './figures/open-figures.ts'
import { dailyRatings, presentDays, tenantRatings } from './figures/series.ts'
import { presentChange, presentCount, presentDistribution, scoreOf } from './figures/statistics.ts'
import type { Period } from './period.ts'
import { shareOf } from './wilson.ts'

interface AmenityRow {
  id: string
  name: string
  type: string
  state: AmenityFigures['amenity']['state']
  archived: boolean
  building_id: string
  building_name: string
  location: string | null
  last_cleaned_at: Date | null
  scans: number
  last_scan_at: Date | null
}

const amenityText = `select a.id, a.name, a.type, a.state, a.archived_at is not null as archived, a.building_id, b.name as building_name,
    ${pathOfLocation('a.location_id')} as location, a.last_cleaned_at, coalesce(q.scans, 0)::bigint as scans, q.last_scan_at
  from amenity a
  cross join lateral (select name from building where tenant_id = $1 and id = a.building_id offset 0) b
  cross join lateral (select sum(scans) as scans, max(last_scan_at) as last_scan_at from qr_code
    where tenant_id = $1 and amenity_id = a.id and retired_at is null offset 0) q
  where a.tenant_id = $1 and a.id = $2`

type TaskRow = AmenityFigures['tasks'] & { cleanings: number }

const done = `t.status = 'DONE' and t.completed_at >= $3 and t.completed_at < $4`
const tasksText = `select count(*) filter (where t.status = 'OPEN') as open, count(*) filter (where t.status = 'IN_PROGRESS') as "inProgress",
    count(*) filter (where t.status <> 'DONE' and ${overdue.isPastDeadline('$5::timestamptz')}) as overdue,
    count(*) filter (where t.created_at >= $3 and t.created_at < $4) as created,
    count(*) filter (where ${done}) as done,
    count(*) filter (where ${done} and t.verification = 'CONFIRMED') as confirmed,
    count(*) filter (where ${done} and t.skill = 'CLEANING' and t.verification <> 'REJECTED') as cleanings
  from task t where t.tenant_id = $1 and t.amenity_id = $2 and t.merged_into is null`

const readTasks = async (ctx: StaffContext, amenityId: string, { start, end }: Period): Promise<TaskRow> => {
  const [row] = await ctx.run<TaskRow>(tasksText, [ctx.tenantId, amenityId, start, end, ctx.now])
  if (!row) throw new Error('The count returned no row')
  return row
}

const minutes = (milliseconds: number): number => Math.round(milliseconds / 60_000)

export default serve(getAmenityFigures)(async (ctx, { params, query }) => {
  const figures = await openFiguresOfAmenity(ctx, query, params.id)
  const { filter, period } = figures
  const [row] = await ctx.run<AmenityRow>(amenityText, [ctx.tenantId, params.id])
  if (!row) throw notFound()
  const [daily, { prior }, { issues, named }, { cleanings, ...tasks }, uptime, notes, inspections] =
    await Promise.all([
      dailyRatings(ctx, figures, filter),
      tenantRatings(ctx, figures),
      issueFigures(ctx, figures, filter),
      readTasks(ctx, row.id, period),
      uptimeOf(ctx, row.id, period.start, period.end),
      notesOf(ctx, period, { buildingIds: [row.building_id] }),
      inspectionFigures(ctx, figures),
    ])
  return {
    ...aboutOf(ctx, figures),
    amenity: {
      id: row.id,
      name: row.name,
      type: row.type,
      state: row.state,
      building: { id: row.building_id, name: row.building_name },
      location: row.location,
      archived: row.archived,
    },
    feedback: {
      ...presentCount(daily.now),
      ...scoreOf(daily.now, prior),
      ...presentChange(daily.now, daily.before),
      distribution: presentDistribution(daily.now),
      trend: presentDays(daily),
    },
    notes,
    issues,
    named,
    tasks,
    uptime: {
      share: shareOf(uptime.usable, uptime.known).share,
      minutes: minutes(uptime.known),
      usableMinutes: minutes(uptime.usable),
    },
    usage: { scans: row.scans, lastScanAt: row.last_scan_at?.toISOString() ?? null },
    cleanings: { count: cleanings, lastAt: row.last_cleaned_at?.toISOString() ?? null },
    inspections,
  }
})
