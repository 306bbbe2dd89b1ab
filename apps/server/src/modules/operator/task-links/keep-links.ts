/**
 * A task that becomes an operator's who has no account comes to them by a mailed link; the link ends when the task is
 * finished or goes to somebody else. What opens again gets a new one.
 */
import type { TenantContext } from '#server/platform/context.ts'
import type { HeardEvent } from '#server/platform/events/subscriber.ts'
import { newId } from '#server/platform/ids.ts'
import { askEach } from '#server/platform/mail/define.ts'
import { taskLink } from '../mails/task-link.ts'

export const linkDays = 14

interface Cause {
  readonly taskId: string
  readonly at: Date
}

const causesOf = <N extends 'task.assigned' | 'task.status_changed' | 'task.reopened'>(
  events: readonly HeardEvent<N>[],
): Cause[] => [
  ...new Map(
    events.map(({ payload, at }) => [payload.taskId, { taskId: payload.taskId, at }] as const),
  ).values(),
]

const listed = (causes: readonly Cause[]): unknown[] => [
  causes.map(({ taskId }) => taskId),
  causes.map(({ at }) => at),
]

// Of what came later than the cause nothing is ended, in whatever order events are heard.
const endText = `update operator_task_link l set ended_at = $2
  from unnest($3::uuid[], $4::timestamptz[]) as r (task_id, at)
  where l.tenant_id = $1 and l.task_id = r.task_id and l.ended_at is null and l.caused_at <= r.at`

const endLinks = async (ctx: TenantContext, causes: readonly Cause[]): Promise<void> => {
  if (causes.length > 0) await ctx.run(endText, [ctx.tenantId, ctx.now, ...listed(causes)])
}

const makeText = `insert into operator_task_link (tenant_id, id, task_id, operator_id, caused_at, expires_at)
  select $1, r.id, t.id, o.id, r.at, $2
  from unnest($3::uuid[], $4::timestamptz[], $5::uuid[]) as r (task_id, at, id)
  join task t on t.tenant_id = $1 and t.id = r.task_id
  join operator o on o.tenant_id = $1 and o.id = t.assignee_id
  where t.assignee_kind = 'OPERATOR' and t.status <> 'DONE' and t.merged_into is null
    and o.state = 'ACTIVE' and o.email is not null
    and not exists (select from app_user u where u.tenant_id = $1 and u.id = o.user_id and u.removed_at is null)
  on conflict do nothing returning id`

const makeLinks = async (ctx: TenantContext, causes: readonly Cause[]): Promise<void> => {
  if (causes.length === 0) return
  const expiresAt = new Date(ctx.now.getTime() + linkDays * 24 * 3600_000)
  const ids = causes.map(() => newId(ctx.now.getTime()))
  const made = await ctx.run<{ id: string }>(makeText, [ctx.tenantId, expiresAt, ...listed(causes), ids])
  await askEach(
    ctx,
    taskLink,
    made.map(({ id }) => ({ linkId: id })),
  )
}

/** Who had a task has it no more; whoever has it now is mailed, where a link is their way in. */
export const linkAssigned = async (
  ctx: TenantContext,
  events: readonly HeardEvent<'task.assigned'>[],
): Promise<void> => {
  await endLinks(ctx, causesOf(events))
  await makeLinks(ctx, causesOf(events.filter(({ payload }) => payload.to?.kind === 'OPERATOR')))
}

export const endFinished = (
  ctx: TenantContext,
  events: readonly HeardEvent<'task.status_changed'>[],
): Promise<void> => endLinks(ctx, causesOf(events.filter(({ payload }) => payload.to === 'DONE')))

/** Work again for whom it belonged to: the link of before is spent, so there is a new one. */
export const linkReopened = async (
  ctx: TenantContext,
  events: readonly HeardEvent<'task.reopened'>[],
): Promise<void> => {
  const causes = causesOf(events)
  await endLinks(ctx, causes)
  await makeLinks(ctx, causes)
}
