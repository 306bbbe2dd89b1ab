/** Known open issues, so that a visitor can report "same here" in one tap. */
import type { KnownIssue } from '#contracts/feedback.ts'
import type { ReportState } from '#contracts/records.ts'
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
    (select r.issue from status_report r where r.tenant_id = i.tenant_id and r.item_id = i.id and r.issue is not null
       and r.created_at >= coalesce(i.reported_since, i.since) order by r.created_at desc limit 1) as issue
  from status_item i
  where i.tenant_id = $1 and i.amenity_id = $2 and i.visible and i.report in ('REPORTED', 'CONFIRMED', 'IN_PROGRESS')
    and not exists (select from task_status_report l join task t on t.tenant_id = l.tenant_id and t.id = l.task_id
                    where l.tenant_id = i.tenant_id and l.item_id = i.id and t.status <> 'DONE')
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
    if (known.has(problem.category)) continue
    known.set(problem.category, {
      code: problem.category,
      itemName: null,
      since: problem.since.toISOString(),
      reports: problem.reporterCount,
      state: reportOf(problem),
    })
  }
  for (const item of items) {
    const code = item.issue ?? 'OTHER'
    const key = code === 'OTHER' ? `OTHER ${item.name}` : code
    if (known.has(key)) continue
    known.set(key, {
      code,
      itemName: item.name,
      since: item.since.toISOString(),
      reports: item.reports,
      state: item.report,
    })
  }
  return [...known.values()]
}
