/**
 * A task that is assigned to an operator without an account is emailed to them as a link; the link ends when the task
 * is finished or reassigned. A reopened task gets a new link, and so do all tasks of an operator whose address or
 * account changes; when a hold ends the existing link is emailed again. Emails wait a moment, so that several tasks
 * are combined; URGENT ones are sent at once, together with those that wait.
 */
import { endedByItself } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { StoredEvent } from '#server/platform/events/stored-event.ts'
import { newId } from '#server/platform/ids.ts'
import { ask, askEach } from '#server/platform/mail/define.ts'
import { soon } from '#server/platform/mail/gather-delay.ts'
import type { ScheduledJobHandler } from '#server/platform/work/scheduled-jobs.ts'
import { taskLink } from '../mails/task-link.ts'
import { taskLinkEnded } from '../mails/task-link-ended.ts'
import { taskLinks } from '../mails/task-links.ts'

export const linkDays = 14

const mailKind = 'operator.mail_links'
/** Links in one email; the rest goes into the next one. Each is listed, because its link is nowhere else. */
const atOnce = 50

interface Cause {
  readonly taskId: string
  readonly at: Date
}

const causesOf = <N extends 'task.assigned' | 'task.status_changed' | 'task.reopened' | 'task.blocked'>(
  events: readonly StoredEvent<N>[],
): Cause[] => [
  ...new Map(
    events.map(({ payload, at }) => [payload.taskId, { taskId: payload.taskId, at }] as const),
  ).values(),
]

const columnsOfCauses = (causes: readonly Cause[]): unknown[] => [
  causes.map(({ taskId }) => taskId),
  causes.map(({ at }) => at),
]

// Events may arrive in any order, so only links older than the cause end. A link does not end before its cause, whose
// time is of another instance's clock: otherwise the page of a done task would say that the link had expired.
const endText = (
  before: '<' | '<=',
): string => `update operator_task_link l set ended_at = greatest($2::timestamptz, r.at)
  from unnest($3::uuid[], $4::timestamptz[]) as r (task_id, at)
  where l.tenant_id = $1 and l.task_id = r.task_id and l.ended_at is null and l.caused_at ${before} r.at
  returning l.id, l.operator_id, l.mail_at is null as mailed`

interface EndedLink {
  id: string
  operator_id: string
  /** it was emailed, so its operator expects the work */
  mailed: boolean
}

const endLinks = async (
  ctx: TenantContext,
  causes: readonly Cause[],
  before: '<' | '<=' = '<=',
): Promise<EndedLink[]> =>
  causes.length > 0
    ? ctx.run<EndedLink>(endText(before), [ctx.tenantId, ctx.now, ...columnsOfCauses(causes)])
    : []

const makeText = `insert into operator_task_link as l (tenant_id, id, task_id, operator_id, caused_at, expires_at, mail_at, resumed)
  select $1, r.id, t.id, o.id, r.at, $2, case when t.priority = 'URGENT' then $6::timestamptz else $7 end, $8
  from unnest($3::uuid[], $4::timestamptz[], $5::uuid[]) as r (task_id, at, id)
  join task t on t.tenant_id = $1 and t.id = r.task_id
  join operator o on o.tenant_id = $1 and o.id = t.assignee_id
  where t.assignee_kind = 'OPERATOR' and t.status <> 'DONE' and t.merged_into is null
    and o.state = 'ACTIVE' and o.email is not null
    and not exists (select from app_user u where u.tenant_id = $1 and u.id = o.user_id and u.removed_at is null)
  on conflict (tenant_id, task_id, operator_id) where ended_at is null do update
    set resumed = true, expires_at = excluded.expires_at, mail_at = least(l.mail_at, excluded.mail_at) where excluded.resumed
  returning operator_id`

const nextText = `select operator_id, min(mail_at) as next from operator_task_link
  where tenant_id = $1 and operator_id = any($2::uuid[]) and mail_at is not null group by operator_id`

/** Schedules the email at the time of the first waiting link. */
const scheduleLinkMails = async (ctx: TenantContext, operatorIds: readonly string[]): Promise<void> => {
  const rows = await ctx.run<{ operator_id: string; next: Date }>(nextText, [ctx.tenantId, operatorIds])
  await ctx.scheduleEachNoLaterThan(
    mailKind,
    new Map(rows.map(({ operator_id, next }) => [operator_id, next])),
  )
}

/** @param resumed a hold ended, so an existing link is emailed again and its validity restarts */
const makeLinks = async (ctx: TenantContext, causes: readonly Cause[], resumed = false): Promise<void> => {
  if (causes.length === 0) return
  const expiresAt = new Date(ctx.now.getTime() + linkDays * 24 * 3600_000)
  const ids = causes.map(() => newId(ctx.now.getTime()))
  const made = await ctx.run<{ operator_id: string }>(makeText, [
    ctx.tenantId,
    expiresAt,
    ...columnsOfCauses(causes),
    ids,
    ctx.now,
    soon(ctx.now),
    resumed,
  ])
  if (made.length > 0) await scheduleLinkMails(ctx, [...new Set(made.map(({ operator_id }) => operator_id))])
}

// Links locked by a transaction that ends them are skipped: it waits for the job row that is locked here. They are
// checked again in the next run.
const takeText = `with due as (
    select id from operator_task_link where tenant_id = $1 and operator_id = $2 and mail_at <= $3
    order by mail_at, id limit ${atOnce} for update skip locked)
  update operator_task_link l set mail_at = null from due where l.tenant_id = $1 and l.id = due.id
  returning l.id`

/** Emails the links that are due, together with those that would be due for the same operator within a moment. */
const mailLinks: ScheduledJobHandler = async (ctx, operatorId) => {
  const taken = await ctx.run<{ id: string }>(takeText, [ctx.tenantId, operatorId, soon(ctx.now)])
  const [first, ...more] = taken.map(({ id }) => id)
  if (first !== undefined && more.length === 0) await ask(ctx, taskLink, { linkId: first })
  else if (first !== undefined) await ask(ctx, taskLinks, { linkIds: [first, ...more] })
  await scheduleLinkMails(ctx, [operatorId])
}

export const linkWork = { [mailKind]: mailLinks }

/** The previous assignee's link ends, and they are told if they had got it; the new assignee is emailed if they work by links. */
export const linkAssigned = async (
  ctx: TenantContext,
  events: readonly StoredEvent<'task.assigned'>[],
): Promise<void> => {
  const ended = await endLinks(ctx, causesOf(events))
  // Prepared when it is sent: an operator who has the task again by then gets none.
  await askEach(
    ctx,
    taskLinkEnded,
    ended.filter(({ mailed }) => mailed).map(({ id }) => ({ linkId: id })),
  )
  await makeLinks(ctx, causesOf(events.filter(({ payload }) => payload.to?.kind === 'OPERATOR')))
}

export const endFinished = async (
  ctx: TenantContext,
  events: readonly StoredEvent<'task.status_changed'>[],
): Promise<void> => {
  await endLinks(ctx, causesOf(events.filter(({ payload }) => payload.to === 'DONE')))
}

const openTasksText = `select id from task
  where tenant_id = $1 and assignee_kind = 'OPERATOR' and assignee_id = $2 and status <> 'DONE' and merged_into is null`

/** Address or account changed: old links end, and open tasks get new ones. */
export const relink = async (ctx: TenantContext, operatorId: string): Promise<void> => {
  const tasks = await ctx.run<{ id: string }>(openTasksText, [ctx.tenantId, operatorId])
  const causes = tasks.map(({ id }) => ({ taskId: id, at: ctx.now }))
  await endLinks(ctx, causes)
  await makeLinks(ctx, causes)
}

/** A reopened task gets a new link, because the old one has ended; unless the link itself took the end back. */
export const linkReopened = async (
  ctx: TenantContext,
  events: readonly StoredEvent<'task.reopened'>[],
): Promise<void> => {
  const causes = causesOf(events)
  await endLinks(ctx, causes, '<')
  await makeLinks(ctx, causes)
}

/** Only holds that ended at their time; a person who lifts a hold knows. */
export const linkResumed = (
  ctx: TenantContext,
  events: readonly StoredEvent<'task.blocked'>[],
): Promise<void> =>
  makeLinks(ctx, causesOf(events.filter(({ payload, at }) => endedByItself(payload, at))), true)
