/** Who is told of what. Decided in the transaction that handles the event, so each request is made exactly once. */
import type { Role } from '#contracts/kit/vocabulary.ts'
import type { NotificationKind } from '#contracts/preferences.ts'
import { readSettings } from '#server/modules/admin/settings/public.ts'
import { alertNotice } from '#server/modules/alerts/public.ts'
import { outcomeAddresses, visitorOutcome } from '#server/modules/feedback/public.ts'
import { isOnDuty, readRoster } from '#server/modules/operator/public.ts'
import {
  assignedBy,
  feedbackOfTask,
  readTaskFacts,
  type TaskFacts,
  tasksOfFeedback,
} from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { emitAll } from '#server/platform/events/emit.ts'
import { askEach } from '#server/platform/mail/define.ts'
import { soon } from '#server/platform/mail/gather.ts'
import {
  covering,
  leadersOf,
  type Reader,
  readersWith,
  readReaders,
  waysTo,
} from '#server/platform/mail/members.ts'
import { holdMails } from './held-mails.ts'
import { requestAbout, type TaskMail } from './requests.ts'

const readTask = async (ctx: TenantContext, taskId: string): Promise<TaskFacts | undefined> =>
  (await readTaskFacts(ctx, [taskId]))[0]

/** Which kind it is for most of those who are told so. */
const kindOf: Readonly<Record<TaskMail, NotificationKind>> = {
  'task-reopened': 'taskAssigned',
  'urgent-task': 'urgentTask',
  'task-assigned': 'taskAssigned',
  'task-new': 'taskNew',
}

/**
 * What is URGENT is told at once, and so is by push what is not, together with what the same second brings; a mail
 * waits a moment for what else there is to tell the same person.
 */
const tell = async (
  ctx: TenantContext,
  template: TaskMail,
  readers: readonly Reader[],
  { id: taskId, priority }: TaskFacts,
): Promise<void> => {
  const requests = (some: readonly Reader[]) =>
    some.map(({ id: userId }) => ({ userId, payload: requestAbout(userId, [{ template, taskId }]) }))
  if (priority !== 'URGENT') {
    const byPush = readers.filter((reader) => waysTo(reader, kindOf[template])?.push)
    await holdMails(ctx, requests(byPush), ctx.now)
    await holdMails(ctx, requests(readers.filter((reader) => !byPush.includes(reader))), soon(ctx.now))
  } else
    await emitAll(
      ctx,
      'internal.mail_requested',
      requests(readers).map(({ payload }) => payload),
    )
}

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

/** Technicians who may take what is nobody's. */
const pool = async (ctx: TenantContext, { assigneeId, buildingId }: TaskFacts): Promise<Reader[]> => {
  if (assigneeId !== null) return []
  const { notifications } = await readSettings(ctx)
  return notifications.mailTechnicians ? covering(await readersWith(ctx, ['TECHNICIAN']), buildingId) : []
}

/** Who of the team has it in hand; of a company those who are on duty, where anybody is. */
const holders = async (
  ctx: TenantContext,
  { assigneeKind, assigneeId, assigneeUserIds, timeZone }: TaskFacts,
): Promise<Reader[]> => {
  if (assigneeUserIds.length === 0) return []
  const readers = await readReaders(ctx, assigneeUserIds)
  if (assigneeKind !== 'COMPANY') return readers
  const { operators } = await readRoster(ctx)
  const onDuty = new Set(
    operators
      .filter((one) => one.companyId === assigneeId && isOnDuty(one, timeZone, ctx.now))
      .map(({ userId }) => userId),
  )
  const awake = readers.filter(({ id }) => onDuty.has(id))
  return awake.length > 0 ? awake : readers
}

const leads = ({ roles }: Reader): boolean => roles.includes('MANAGER') || roles.includes('ADMIN')

/** One mail to each, in the words for who leads or for who may take it. */
const tellOfNew = async (ctx: TenantContext, task: TaskFacts, readers: readonly Reader[]): Promise<void> => {
  const unique = [...new Map(readers.map((reader) => [reader.id, reader])).values()]
  const fresh = await notYetTold(ctx, task.id, 'NEW', unique)
  const toLeads = (reader: Reader): boolean => task.priority === 'URGENT' && leads(reader)
  await tell(ctx, 'urgent-task', fresh.filter(toLeads), task)
  await tell(
    ctx,
    'task-new',
    fresh.filter((reader) => !toLeads(reader)),
    task,
  )
}

/** A new task: technicians who cover the building where it is nobody's, managers where it is URGENT. */
export const askForCreated = async (ctx: TenantContext, taskId: string): Promise<void> => {
  const task = await readTask(ctx, taskId)
  if (!task || task.merged || task.status === 'DONE') return
  const { notifications } = await readSettings(ctx)
  const above =
    task.priority === 'URGENT' && notifications.mailManagers ? await leadersOf(ctx, task.buildingId) : []
  await tellOfNew(ctx, task, [...(await pool(ctx, task)), ...above])
}

/** "Not fixed", says a visitor: whose task it is hears of it, else those who may take it. */
export const askForReopened = async (ctx: TenantContext, taskId: string): Promise<void> => {
  const task = await readTask(ctx, taskId)
  if (!task?.rejected) return
  const assignees = await holders(ctx, task)
  await tell(ctx, 'task-reopened', assignees.length > 0 ? assignees : await pool(ctx, task), task)
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
    ...(others.length > 0 ? covering(await readersWith(ctx, others), buildingId) : []),
    ...(notify.includes('MANAGER') ? await leadersOf(ctx, buildingId) : []),
  ]
  if (taskId === null) {
    const unique = [...new Map(readers.map((reader) => [reader.id, reader])).values()]
    await askEach(
      ctx,
      alertNotice,
      unique.map(({ id: userId }) => ({ userId, ruleName, feedbackId, category })),
    )
    return
  }
  const task = await readTask(ctx, taskId)
  if (task) await tellOfNew(ctx, task, readers)
}

/** A task is somebody's now; who takes it in their own hands needs no mail. */
export const askForAssigned = async (
  ctx: TenantContext,
  taskId: string,
  to: { readonly id: string },
  at: Date,
): Promise<void> => {
  const task = await readTask(ctx, taskId)
  // Meanwhile it may be somebody else's.
  if (!task || task.assigneeId !== to.id) return
  const readers = await holders(ctx, task)
  if (readers.length === 0) return
  const by = await assignedBy(ctx, taskId, at)
  const others = readers.filter(({ id }) => id !== by)
  await tell(ctx, 'task-assigned', await notYetTold(ctx, taskId, 'ASSIGNED', others), task)
}

const waitingVisitors = async (ctx: TenantContext, taskId: string) =>
  outcomeAddresses(ctx, await feedbackOfTask(ctx, taskId))

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
  await askEach(
    ctx,
    visitorOutcome,
    done.map(({ feedbackId }) => ({ feedbackId, outcome: 'FIXED' as const })),
  )
}

export const askForReply = async (ctx: TenantContext, taskId: string, noteId: string): Promise<void> => {
  const waiting = await waitingVisitors(ctx, taskId)
  await askEach(
    ctx,
    visitorOutcome,
    waiting.map(({ feedbackId }) => ({ feedbackId, outcome: 'REPLY' as const, noteId })),
  )
}
