/** Known open issues, so that a visitor can report "same here" in one tap. */
import type { KnownIssue, StaffNotice } from '#contracts/feedback.ts'
import { operationalStates, type ReportState } from '#contracts/records.ts'
import { leastHopeful } from '#contracts/status/open-reports.ts'
import { type KnownProblem, openTasksOfAmenity } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'

interface ItemRow {
  name: string
  report: ReportState
  since: Date
  reports: number
  issue: string | null
}

/** Reported items without an open task, each with its last issue since it was working. */
const reportedItems = `select i.name, i.report, i.since, i.reports,
    (select r.issue from status_report r where r.tenant_id = $1 and r.item_id = i.id and r.issue is not null
       and r.created_at >= coalesce(i.reported_since, i.since) order by r.created_at desc limit 1) as issue
  from status_item i
  where i.tenant_id = $1 and i.amenity_id = $2 and i.visible and i.report in ('REPORTED', 'CONFIRMED', 'IN_PROGRESS')
    and not exists (select from task_status_report l join task t on t.tenant_id = $1 and t.id = l.task_id
                    where l.tenant_id = $1 and l.item_id = i.id and t.status <> 'DONE')
  order by i.since`

const reportOf = ({ status, reporterCount }: KnownProblem): ReportState => {
  if (status === 'IN_PROGRESS') return 'IN_PROGRESS'
  return reporterCount > 1 ? 'CONFIRMED' : 'REPORTED'
}

const tasksWithIssueText = `select distinct l.task_id as id from task_feedback l
  join feedback f on f.tenant_id = $1 and f.id = l.feedback_id and f.issues <> '[]'
  where l.tenant_id = $1 and l.task_id = any($2::uuid[])`

/** Leaves out what visitors cannot recognise: tasks from a low rating alone, and work that nobody reported. */
const withIssueOnly = async (
  ctx: TenantContext,
  problems: readonly KnownProblem[],
): Promise<KnownProblem[]> => {
  const reported = problems.filter(({ reporterCount }) => reporterCount > 0)
  const unclear = reported.filter(({ category }) => category === 'OTHER').map(({ taskId }) => taskId)
  if (unclear.length === 0) return reported
  const rows = await ctx.run<{ id: string }>(tasksWithIssueText, [ctx.tenantId, unclear])
  const named = new Set(rows.map(({ id }) => id))
  return reported.filter(({ category, taskId }) => category !== 'OTHER' || named.has(taskId))
}

/** Without names; oldest first, one for each code. */
export type KnownWithoutName = Omit<KnownIssue, 'name'> & { readonly itemName: string | null }

export const knownIssues = async (ctx: TenantContext, amenityId: string): Promise<KnownWithoutName[]> => {
  const [problems, items] = await Promise.all([
    openTasksOfAmenity(ctx, amenityId),
    ctx.run<ItemRow>(reportedItems, [ctx.tenantId, amenityId]),
  ])
  const known = new Map<string, KnownWithoutName>()
  for (const problem of await withIssueOnly(ctx, problems)) {
    const before = known.get(problem.category)
    const state = reportOf(problem)
    known.set(problem.category, {
      code: problem.category,
      itemName: null,
      since: before?.since ?? problem.since.toISOString(),
      reports: (before?.reports ?? 0) + problem.reporterCount,
      state: leastHopeful([before?.state ?? state, state]) ?? state,
    })
  }
  for (const item of items) {
    const code = item.issue ?? 'OTHER'
    const key = code === 'OTHER' ? `OTHER ${item.name}` : code
    const before = known.get(key)
    known.set(key, {
      code,
      itemName: before ? before.itemName : item.name,
      since: before?.since ?? item.since.toISOString(),
      reports: Math.max(before?.reports ?? 0, item.reports),
      state: leastHopeful([before?.state ?? item.report, item.report]) ?? item.report,
    })
  }
  return [...known.values()]
}

const noticeRows = `select name, state, note, expected_end from status_item
  where tenant_id = $1 and amenity_id = $2 and visible and state <> 'OPERATIONAL'
    and (note is not null or expected_end is not null) order by position, id`

/** What staff wrote at the amenity's parts, with stored names. */
export const staffNotices = async (ctx: TenantContext, amenityId: string): Promise<StaffNotice[]> => {
  const rows = await ctx.run<{
    name: string
    state: StaffNotice['state']
    note: string | null
    expected_end: Date | null
  }>(noticeRows, [ctx.tenantId, amenityId])
  const worse = ({ state }: StaffNotice): number => -operationalStates.indexOf(state)
  return rows
    .map(({ name, state, note, expected_end }) => ({
      name,
      state,
      note,
      expectedEnd: expected_end?.toISOString() ?? null,
    }))
    .sort((one, other) => worse(one) - worse(other))
}
