/** Who is told of what. Decided in the transaction that handles the event, so each request is made exactly once. */
import type { Role } from '#contracts/kit/vocabulary.ts'
import { readSettings } from '#server/modules/admin/settings/public.ts'
import { outcomeAddresses } from '#server/modules/feedback/public.ts'
import { tasksOfFeedback } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { emitAll } from '#server/platform/events/emit.ts'
import { mailLanguage } from '#server/platform/mail/render.ts'
import { type Reader, readersCovering, readReader, readTask } from './task-facts.ts'

const request = (
  ctx: TenantContext,
  template: string,
  readers: readonly Reader[],
  data: Record<string, unknown>,
): Promise<void> =>
  emitAll(
    ctx,
    'internal.mail_requested',
    readers.map(({ id, language }) => ({
      template,
      to: null,
      language: mailLanguage(language),
      data: { ...data, userId: id },
    })),
  )

/** Those of them who have not been mailed of this task in this way; they count as mailed then. */
const notYetTold = async (
  ctx: TenantContext,
  taskId: string,
  kind: 'NEW' | 'ASSIGNED',
  readers: readonly Reader[],
): Promise<Reader[]> => {
  if (readers.length === 0) return []
  const rows = await ctx.run<{ user_id: string }>(
    `insert into task_mail (tenant_id, task_id, user_id, kind, at)
     select $1, $2, r.id, $3, $5 from unnest($4::uuid[]) as r (id)
     where not exists (select from task_mail m where m.tenant_id = $1 and m.task_id = $2 and m.user_id = r.id and m.kind in ($3, 'ASSIGNED'))
     on conflict do nothing returning user_id`,
    [ctx.tenantId, taskId, kind, readers.map(({ id }) => id), ctx.now],
  )
  const fresh = new Set(rows.map(({ user_id }) => user_id))
  return readers.filter(({ id }) => fresh.has(id))
}

/** Managers; administrators where there are none, so that somebody hears. */
const managers = async (ctx: TenantContext): Promise<Reader[]> => {
  const found = await readersCovering(ctx, ['MANAGER'], null)
  return found.length > 0 ? found : readersCovering(ctx, ['ADMIN'], null)
}

const leads = ({ roles }: Reader): boolean => roles.includes('MANAGER') || roles.includes('ADMIN')

/** One mail to each, in the words for who leads or for who may take it. */
const tellOfNew = async (
  ctx: TenantContext,
  taskId: string,
  readers: readonly Reader[],
  urgent: boolean,
): Promise<void> => {
  const unique = [...new Map(readers.map((reader) => [reader.id, reader])).values()]
  const fresh = await notYetTold(ctx, taskId, 'NEW', unique)
  const toLeads = (reader: Reader): boolean => urgent && leads(reader)
  await request(ctx, 'urgent-task', fresh.filter(toLeads), { taskId })
  await request(
    ctx,
    'task-new',
    fresh.filter((reader) => !toLeads(reader)),
    { taskId },
  )
}

/** A new task: technicians who cover the building where it is nobody's, managers where it is URGENT. */
export const askForCreated = async (ctx: TenantContext, taskId: string): Promise<void> => {
  const task = await readTask(ctx, taskId)
  if (!task || task.merged || task.status === 'DONE') return
  const { notifications } = await readSettings(ctx)
  const urgent = task.priority === 'URGENT'
  const pool =
    task.assigneeId === null && notifications.mailTechnicians
      ? await readersCovering(ctx, ['TECHNICIAN'], task.buildingId)
      : []
  const above = urgent && notifications.mailManagers ? await managers(ctx) : []
  await tellOfNew(ctx, taskId, [...pool, ...above], urgent)
}

/** A rule wants people told at once, whatever the settings say. */
export const askForAlert = async (
  ctx: TenantContext,
  alert: {
    readonly ruleName: string
    readonly feedbackId: string
    readonly taskId: string | null
    readonly buildingId: string
    readonly category: string
    readonly notify: readonly Role[]
  },
): Promise<void> => {
  const { ruleName, feedbackId, taskId, buildingId, category, notify } = alert
  const others = notify.filter((role) => role !== 'MANAGER')
  const readers = [
    ...(others.length > 0 ? await readersCovering(ctx, others, buildingId) : []),
    ...(notify.includes('MANAGER') ? await managers(ctx) : []),
  ]
  if (taskId === null) {
    const unique = [...new Map(readers.map((reader) => [reader.id, reader])).values()]
    await request(ctx, 'alert-notice', unique, { ruleName, feedbackId, category })
    return
  }
  const task = await readTask(ctx, taskId)
  if (task) await tellOfNew(ctx, taskId, readers, task.priority === 'URGENT')
}

/** A task is somebody's now; who takes it in their own hands needs no mail. */
export const askForAssigned = async (
  ctx: TenantContext,
  taskId: string,
  userId: string,
  at: Date,
): Promise<void> => {
  const reader = await readReader(ctx, userId)
  if (!reader) return
  const [by] = await ctx.run<{ actor_id: string }>(
    `select actor_id from task_history where tenant_id = $1 and task_id = $2 and at <= $3
       and (action in ('CREATED', 'ASSIGNED') or changes ? 'assignee') order by at desc, id desc limit 1`,
    [ctx.tenantId, taskId, at],
  )
  if (by?.actor_id === userId) return
  await request(ctx, 'task-assigned', await notYetTold(ctx, taskId, 'ASSIGNED', [reader]), { taskId })
}

/** Also behind tasks that were merged into this one. */
const waitingVisitors = async (ctx: TenantContext, taskId: string) => {
  const rows = await ctx.run<{ id: string }>(
    `select distinct f.id from task t
     join task_feedback l on l.tenant_id = $1 and l.task_id = t.id
     join feedback f on f.tenant_id = $1 and f.id = l.feedback_id and f.outcome_email is not null
     where t.tenant_id = $1 and (t.id = $2 or t.merged_into = $2)`,
    [ctx.tenantId, taskId],
  )
  return outcomeAddresses(
    ctx,
    rows.map(({ id }) => id),
  )
}

/** Visitors who left an address hear once that all that they reported is fixed. */
export const askForFixed = async (ctx: TenantContext, taskId: string): Promise<void> => {
  const waiting = await waitingVisitors(ctx, taskId)
  const tasks = await tasksOfFeedback(
    ctx,
    waiting.map(({ feedbackId }) => feedbackId),
  )
  const done = waiting.filter(({ feedbackId }) =>
    (tasks.get(feedbackId) ?? []).every(({ status }) => status === 'DONE'),
  )
  await emitAll(
    ctx,
    'internal.mail_requested',
    done.map(({ feedbackId, language }) => ({
      template: 'visitor-outcome',
      to: null,
      language: mailLanguage(language),
      data: { feedbackId, outcome: 'FIXED' },
    })),
  )
}

export const askForReply = async (ctx: TenantContext, taskId: string, noteId: string): Promise<void> => {
  const waiting = await waitingVisitors(ctx, taskId)
  await emitAll(
    ctx,
    'internal.mail_requested',
    waiting.map(({ feedbackId, language }) => ({
      template: 'visitor-outcome',
      to: null,
      language: mailLanguage(language),
      data: { feedbackId, outcome: 'REPLY', noteId },
    })),
  )
}
