/** Links between tasks and visitors' submissions and status reports. */
import type { TenantContext } from '#server/platform/context.ts'

/** A visitor's report: a submission, or a report about a status item. */
export type Report = { readonly feedbackId: string } | { readonly reportId: string; readonly itemId: string }

/** @returns the submissions that were not linked before */
export const linkFeedback = async (
  ctx: TenantContext,
  links: readonly { readonly taskId: string; readonly feedbackId: string }[],
): Promise<string[]> => {
  if (links.length === 0) return []
  const rows = await ctx.run<{ feedback_id: string }>(
    `insert into task_feedback (tenant_id, task_id, feedback_id, linked_at)
     select $1, row.task_id, row.feedback_id, $4 from unnest($2::uuid[], $3::uuid[]) as row (task_id, feedback_id)
     on conflict do nothing returning feedback_id`,
    [ctx.tenantId, links.map(({ taskId }) => taskId), links.map(({ feedbackId }) => feedbackId), ctx.now],
  )
  return rows.map((row) => row.feedback_id)
}

/**
 * A status report is also a submission with the same id, through which its visitor follows the task. @returns false
 * if it was linked already
 */
export const linkReport = async (
  ctx: TenantContext,
  taskId: string,
  report: { readonly reportId: string; readonly itemId: string },
): Promise<boolean> => {
  const rows = await ctx.run(
    `insert into task_status_report (tenant_id, task_id, report_id, item_id, linked_at)
     values ($1, $2, $3, $4, $5) on conflict do nothing returning report_id`,
    [ctx.tenantId, taskId, report.reportId, report.itemId, ctx.now],
  )
  await ctx.run(
    `insert into task_feedback (tenant_id, task_id, feedback_id, linked_at)
     select $1, $2, id, $4 from feedback where tenant_id = $1 and id = $3 on conflict do nothing`,
    [ctx.tenantId, taskId, report.reportId, ctx.now],
  )
  return rows.length > 0
}

/** Submissions linked to a task or to tasks merged into it. */
export const feedbackOfTask = async (ctx: TenantContext, taskId: string): Promise<string[]> => {
  const rows = await ctx.run<{ id: string }>(
    `select distinct l.feedback_id as id from task t
     join task_feedback l on l.tenant_id = $1 and l.task_id = t.id
     where t.tenant_id = $1 and (t.id = $2 or t.merged_into = $2)`,
    [ctx.tenantId, taskId],
  )
  return rows.map(({ id }) => id)
}

/** Status items that visitors' reports link to these tasks, without duplicates. */
export const statusItemsOfTasks = async (
  ctx: TenantContext,
  taskIds: readonly string[],
): Promise<string[]> => {
  const rows = await ctx.run<{ item_id: string }>(
    'select distinct item_id from task_status_report where tenant_id = $1 and task_id = any($2::uuid[]) order by item_id',
    [ctx.tenantId, taskIds],
  )
  return rows.map(({ item_id }) => item_id)
}

/**
 * Moves submissions and reports to another task, so that their visitors follow that one.
 * @returns how many submissions were linked to several of the tasks, and so were counted more than once
 */
export const moveLinks = async (ctx: TenantContext, from: readonly string[], to: string): Promise<number> => {
  const [row] = await ctx.run<{ twice: number }>(
    `select count(*) - count(distinct feedback_id) as twice from task_feedback
     where tenant_id = $1 and task_id = any($2::uuid[] || $3::uuid)`,
    [ctx.tenantId, from, to],
  )
  await ctx.run(
    `insert into task_feedback (tenant_id, task_id, feedback_id, linked_at)
     select tenant_id, $3, feedback_id, linked_at from task_feedback where tenant_id = $1 and task_id = any($2::uuid[])
     on conflict do nothing`,
    [ctx.tenantId, from, to],
  )
  await ctx.run('delete from task_feedback where tenant_id = $1 and task_id = any($2::uuid[])', [
    ctx.tenantId,
    from,
  ])
  await ctx.run(
    `insert into task_status_report (tenant_id, task_id, report_id, item_id, linked_at)
     select tenant_id, $3, report_id, item_id, linked_at from task_status_report where tenant_id = $1 and task_id = any($2::uuid[])
     on conflict do nothing`,
    [ctx.tenantId, from, to],
  )
  await ctx.run('delete from task_status_report where tenant_id = $1 and task_id = any($2::uuid[])', [
    ctx.tenantId,
    from,
  ])
  return row?.twice ?? 0
}
