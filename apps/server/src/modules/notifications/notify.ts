/** Who is notified of what. Decided in the transaction that handles the event, so each request is made exactly once. */
import type { EventPayload } from '#contracts/events.ts'
import type { NotificationKind } from '#contracts/preferences.ts'
import { alertNotice } from '#server/modules/alerts/public.ts'
import { outcomeAddresses, visitorOutcome } from '#server/modules/feedback/public.ts'
import {
  assignedBy,
  feedbackOfTask,
  readTaskFacts,
  reopenedBy,
  type TaskFacts,
  tasksOfFeedback,
} from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { StoredEvent } from '#server/platform/events/stored-event.ts'
import { askEach } from '#server/platform/mail/define.ts'
import { soon } from '#server/platform/mail/gather-delay.ts'
import {
  channelsFor,
  covering,
  leadersOf,
  leads,
  type Reader,
  readersWith,
  readReaders,
} from '#server/platform/mail/members.ts'
import { accountOf, claimants, managersIfUrgent, membersBehindAssignee, unreachableAmong } from './readers.ts'
import { askAbout, type TaskMail, withdrawNewTask } from './requests.ts'

const readTask = async (ctx: TenantContext, taskId: string): Promise<TaskFacts | undefined> =>
  (await readTaskFacts(ctx, [taskId]))[0]

/** The kind under which most readers can switch each email off. */
const kindOf: Readonly<Record<TaskMail, NotificationKind>> = {
  'task-reopened': 'taskAssigned',
  'task-unheard': 'urgentTask',
  'urgent-task': 'urgentTask',
  'task-assigned': 'taskAssigned',
  'task-resumed': 'taskAssigned',
  'task-told': 'taskAssigned',
  'task-withdrawn': 'taskAssigned',
  'task-new': 'taskNew',
}

/**
 * Notifies of URGENT tasks at once. Of others a push goes at once, combined with those of the same second; an email
 * waits a moment for other news to the same person.
 */
const notify = async (
  ctx: TenantContext,
  template: TaskMail,
  readers: readonly Reader[],
  { id: taskId, priority }: TaskFacts,
): Promise<void> => {
  const about = (some: readonly Reader[], dueAt?: Date): Promise<void> =>
    askAbout(
      ctx,
      some.map(({ id: userId }) => ({ userId, items: [{ template, taskId }] })),
      dueAt,
    )
  if (priority === 'URGENT') return about(readers)
  const byPush = readers.filter((reader) => channelsFor(reader, kindOf[template])?.push)
  await about(byPush, ctx.now)
  await about(
    readers.filter((reader) => !byPush.includes(reader)),
    soon(ctx.now),
  )
}

// The period for "already notified" restarts when the task is reopened or returns to the pool.
const begunText = `select max(at) as at from task_history where tenant_id = $1 and task_id = $2
  and (action = 'REOPENED' or changes #> '{assignee,1}' = 'null')`

const notifiedText = `select user_id from task_mail where tenant_id = $1 and task_id = $2 and user_id = any($3::uuid[])
  and kind in ($4, 'ASSIGNED') and at >= coalesce($5::timestamptz, '-infinity')`

/** Of two at a time the second waits for the row and then finds it in the period. */
const againText = `update task_mail set at = greatest($6::timestamptz, $5) where tenant_id = $1 and task_id = $2
  and user_id = any($3::uuid[]) and kind = $4 and at < $5 returning user_id`

const firstText = `insert into task_mail (tenant_id, task_id, user_id, kind, at)
  select $1, $2, r.id, $4, greatest($6::timestamptz, $5) from unnest($3::uuid[]) as r (id)
  on conflict (tenant_id, task_id, user_id, kind) do nothing returning user_id`

/** The readers who have not been notified of this task in this way in the current period; records them as notified. */
const notYetNotified = async (
  ctx: TenantContext,
  taskId: string,
  kind: 'NEW' | 'ASSIGNED',
  readers: readonly Reader[],
): Promise<Reader[]> => {
  if (readers.length === 0) return []
  const [begun] = await ctx.run<{ at: Date | null }>(begunText, [ctx.tenantId, taskId])
  const idsOf = async (text: string, ids: readonly string[], ...more: unknown[]): Promise<string[]> =>
    (
      await ctx.run<{ user_id: string }>(text, [ctx.tenantId, taskId, ids, kind, begun?.at ?? null, ...more])
    ).map(({ user_id }) => user_id)
  const all = readers.map(({ id }) => id)
  const notified = new Set(await idsOf(notifiedText, all))
  const left = all.filter((id) => !notified.has(id))
  if (left.length === 0) return []
  const written = await Promise.all([idsOf(againText, left, ctx.now), idsOf(firstText, left, ctx.now)])
  const fresh = new Set(written.flat())
  return readers.filter(({ id }) => fresh.has(id))
}

/** One email to each, worded for managers or for those who may claim the task. */
const notifyOfNew = async (
  ctx: TenantContext,
  task: TaskFacts,
  readers: readonly Reader[],
): Promise<void> => {
  const unique = [...new Map(readers.map((reader) => [reader.id, reader])).values()]
  const fresh = await notYetNotified(ctx, task.id, 'NEW', unique)
  const toLeads = (reader: Reader): boolean => task.priority === 'URGENT' && leads(reader)
  await notify(ctx, 'urgent-task', fresh.filter(toLeads), task)
  await notify(
    ctx,
    'task-new',
    fresh.filter((reader) => !toLeads(reader)),
    task,
  )
}

/**
 * If nobody behind the assignee can be notified, notifies managers, except the one who assigned it. @returns whether
 * that is the case
 */
const notifyIfUnreachable = async (
  ctx: TenantContext,
  task: TaskFacts,
  by: string | undefined,
): Promise<boolean> => {
  if (!(await unreachableAmong(ctx, [task])).has(task.id)) return false
  const leaders = await leadersOf(ctx, task.buildingId)
  await notify(
    ctx,
    'task-unheard',
    leaders.filter(({ id }) => id !== by),
    task,
  )
  return true
}

/** A new task: technicians who cover the building if it is unassigned, managers if it is URGENT. */
const notifyOfCreated = async (ctx: TenantContext, taskId: string): Promise<void> => {
  const task = await readTask(ctx, taskId)
  if (!task || task.merged || task.status === 'DONE') return
  await notifyOfNew(ctx, task, [...(await claimants(ctx, task)), ...(await managersIfUrgent(ctx, task))])
}

/**
 * A reopened task: notifies its assignee, otherwise those who may claim it. After "not fixed" the email quotes the
 * visitor; else it reads like a new task, and managers are notified if it is URGENT. The person who reopened it is
 * left out.
 */
const notifyOfReopened = async (ctx: TenantContext, taskId: string): Promise<void> => {
  const task = await readTask(ctx, taskId)
  if (!task || task.merged || task.status === 'DONE') return
  const assignees = await membersBehindAssignee(ctx, task)
  const by = await reopenedBy(ctx, taskId)
  if (assignees.length === 0 && (await notifyIfUnreachable(ctx, task, by))) return
  if (task.rejected) {
    await notify(ctx, 'task-reopened', assignees.length > 0 ? assignees : await claimants(ctx, task), task)
    return
  }
  // The assignee reopened it themselves.
  if (assignees.some(({ id }) => id === by)) return
  await notify(ctx, 'task-assigned', await notYetNotified(ctx, taskId, 'NEW', assignees), task)
  const others = [...(await claimants(ctx, task)), ...(await managersIfUrgent(ctx, task))]
  await notifyOfNew(
    ctx,
    task,
    others.filter(({ id }) => id !== by),
  )
}

/** A hold ended at its time: notifies the assignee, otherwise those who may claim the task. */
export const notifyOfResumed = async (ctx: TenantContext, taskId: string): Promise<void> => {
  const task = await readTask(ctx, taskId)
  if (!task || task.blocked || task.merged || task.status === 'DONE') return
  const assignees = await membersBehindAssignee(ctx, task)
  if (assignees.length === 0 && (await notifyIfUnreachable(ctx, task, undefined))) return
  await notify(ctx, 'task-resumed', assignees.length > 0 ? assignees : await claimants(ctx, task), task)
}

/**
 * An alert rule notifies people at once, whatever their settings, and the task's assignee if the priority rose. It
 * replaces a waiting email about the new task; people notified before the priority rose are notified again.
 */
const notifyOfAlert = async (
  ctx: TenantContext,
  {
    ruleName,
    feedbackId,
    taskId,
    buildingId,
    category,
    notify,
    anew = false,
  }: EventPayload<'internal.alert_raised'>,
): Promise<void> => {
  const task = taskId === null ? undefined : await readTask(ctx, taskId)
  if (taskId !== null && !task) return
  const others = notify.filter((role) => role !== 'MANAGER')
  const found = [
    ...(others.length > 0 ? covering(await readersWith(ctx, others), buildingId) : []),
    ...(notify.includes('MANAGER') ? await leadersOf(ctx, buildingId) : []),
    ...(anew && task ? await membersBehindAssignee(ctx, task) : []),
  ]
  const readers = [...new Map(found.map((reader) => [reader.id, reader])).values()]
  const ask = (readers: readonly Reader[], about: { readonly taskId?: string }): Promise<void> =>
    askEach(
      ctx,
      alertNotice,
      readers.map(({ id: userId }) => ({ userId, ruleName, feedbackId, category, ...about })),
    )
  if (taskId === null) return ask(readers, {})
  const fresh = await notYetNotified(ctx, taskId, 'NEW', readers)
  const waiting = await withdrawNewTask(
    ctx,
    taskId,
    readers.map(({ id }) => id),
  )
  await ask(
    readers.filter((reader) => anew || fresh.includes(reader) || waiting.has(reader.id)),
    { taskId },
  )
}

type TaskNewsEvent =
  | StoredEvent<'task.created'>
  | StoredEvent<'task.reopened'>
  | StoredEvent<'internal.alert_raised'>

/** Alerts first, because they say more: their readers need no second email about the new task. */
export const notifyOfNews = async (ctx: TenantContext, news: readonly TaskNewsEvent[]): Promise<void> => {
  for (const one of news) if (one.type === 'internal.alert_raised') await notifyOfAlert(ctx, one.payload)
  for (const one of news) {
    if (one.type === 'task.created') await notifyOfCreated(ctx, one.payload.taskId)
    if (one.type === 'task.reopened') await notifyOfReopened(ctx, one.payload.taskId)
  }
}

/** A task was assigned; a person who assigned it to themselves gets no email. */
export const notifyOfAssigned = async (
  ctx: TenantContext,
  taskId: string,
  to: { readonly id: string },
  at: Date,
): Promise<void> => {
  const task = await readTask(ctx, taskId)
  // It may be reassigned meanwhile.
  if (!task || task.assigneeId !== to.id) return
  const readers = await membersBehindAssignee(ctx, task)
  const by = await assignedBy(ctx, taskId, at)
  if (readers.length === 0) {
    await notifyIfUnreachable(ctx, task, by)
    return
  }
  const others = readers.filter(({ id }) => id !== by)
  await notify(ctx, 'task-assigned', await notYetNotified(ctx, taskId, 'ASSIGNED', others), task)
}

/**
 * A task became unassigned: notifies those who may claim it as of a new one, except the person who released it and
 * the previous assignee. If there are none and it is URGENT, managers.
 */
export const notifyOfUnassigned = async (
  ctx: TenantContext,
  taskId: string,
  from: EventPayload<'task.assigned'>['from'],
  at: Date,
): Promise<void> => {
  const task = await readTask(ctx, taskId)
  if (!task || task.assigneeId !== null || task.merged || task.status === 'DONE') return
  const know = [await assignedBy(ctx, taskId, at), from && (await accountOf(ctx, from))]
  const unaware = (readers: readonly Reader[]): Reader[] => readers.filter(({ id }) => !know.includes(id))
  const free = unaware(await claimants(ctx, task))
  await notifyOfNew(ctx, task, free.length > 0 ? free : unaware(await managersIfUrgent(ctx, task)))
}

/** A task was taken from a person who does not know it from doing so: tells them who has it now. */
export const notifyOfWithdrawn = async (
  ctx: TenantContext,
  taskId: string,
  from: NonNullable<EventPayload<'task.assigned'>['from']>,
  at: Date,
): Promise<void> => {
  const [task, former, by] = await Promise.all([
    readTask(ctx, taskId),
    accountOf(ctx, from),
    assignedBy(ctx, taskId, at),
  ])
  if (!task || former === undefined || former === by || task.assigneeUserIds.includes(former)) return
  await notify(ctx, 'task-withdrawn', await readReaders(ctx, [former]), task)
}

/** Somebody who had the task before has written a note: tells whoever has it now. */
export const notifyOfTold = async (ctx: TenantContext, taskId: string): Promise<void> => {
  const task = await readTask(ctx, taskId)
  if (task) await notify(ctx, 'task-told', await membersBehindAssignee(ctx, task), task)
}

const followingVisitors = async (ctx: TenantContext, taskId: string) =>
  outcomeAddresses(ctx, await feedbackOfTask(ctx, taskId))

/** Notifies visitors who left an address once all tasks of their report are done. */
export const notifyVisitorsOfFix = async (ctx: TenantContext, taskId: string): Promise<void> => {
  const waiting = await followingVisitors(ctx, taskId)
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

export const notifyVisitorsOfReply = async (
  ctx: TenantContext,
  taskId: string,
  noteId: string,
): Promise<void> => {
  const waiting = await followingVisitors(ctx, taskId)
  await askEach(
    ctx,
    visitorOutcome,
    waiting.map(({ feedbackId }) => ({ feedbackId, outcome: 'REPLY' as const, noteId })),
  )
}
