/**
 * Delayed emails: news that is not urgent waits a moment, to be combined into one email per person, or until the
 * reader's quiet hours end. They are rendered only then, so they show the current state.
 */
import type { TenantContext } from '#server/platform/context.ts'
import { emit } from '#server/platform/events/emit.ts'
import { newId } from '#server/platform/ids.ts'
import type { MailRequest } from '#server/platform/mail/define.ts'
import { soon } from '#server/platform/mail/gather-delay.ts'
import { gather, type TaskItem } from './requests.ts'

export interface HeldMail {
  readonly userId: string
  readonly payload: MailRequest
}

/** Items in one email; the rest goes into the next one. */
const atOnce = 500

/** Schedules the release of these people's delayed emails at the earliest due time. */
const scheduleRelease = async (ctx: TenantContext, people: readonly string[]): Promise<void> => {
  const rows = await ctx.run<{ user_id: string; first: Date }>(
    `select user_id, min(due_at) as first from mail_waiting
     where tenant_id = $1 and user_id = any($2::uuid[]) group by user_id`,
    [ctx.tenantId, people],
  )
  await ctx.scheduleEachNoLaterThan(
    'mail.release',
    new Map(rows.map(({ user_id, first }) => [user_id, first])),
  )
}

export const holdMails = async (
  ctx: TenantContext,
  mails: readonly HeldMail[],
  until: Date,
): Promise<void> => {
  if (mails.length === 0) return
  await ctx.run(
    `insert into mail_waiting (tenant_id, id, user_id, payload, due_at)
     select $1, row.id, row.user_id, row.payload, $5 from unnest($2::uuid[], $3::uuid[], $4::jsonb[]) as row (id, user_id, payload)`,
    [
      ctx.tenantId,
      mails.map(() => newId(ctx.now.getTime())),
      mails.map(({ userId }) => userId),
      mails.map(({ payload }) => JSON.stringify(payload)),
      until,
    ],
  )
  await scheduleRelease(
    ctx,
    mails.map(({ userId }) => userId),
  )
}

const withdrawText = `with gone as (
    delete from mail_waiting where tenant_id = $1 and user_id = any($2::uuid[])
      and payload ->> 'mail' = $3::jsonb ->> 'template' and payload #> '{data,taskId}' = $3::jsonb -> 'taskId'
    returning user_id),
  less as (
    update mail_waiting set payload = jsonb_set(payload, '{data,items}', (
      select coalesce(jsonb_agg(item), '[]') from jsonb_array_elements(payload #> '{data,items}') item where item <> $3::jsonb))
    where tenant_id = $1 and user_id = any($2::uuid[]) and payload #> '{data,items}' @> jsonb_build_array($3::jsonb)
    returning user_id)
  select user_id from gone union select user_id from less`

/**
 * Removes a new task from delayed emails, because another message announces it. @returns the people whose emails
 * contained it
 */
export const withdrawNewTask = async (
  ctx: TenantContext,
  taskId: string,
  people: readonly string[],
): Promise<ReadonlySet<string>> => {
  const item: TaskItem = { template: 'task-new', taskId }
  const rows = await ctx.run<{ user_id: string }>(withdrawText, [ctx.tenantId, people, JSON.stringify(item)])
  return new Set(rows.map(({ user_id }) => user_id))
}

/** Releases what is due, together with what would be due for the same person within a moment. */
export const releaseMails = async (ctx: TenantContext, userId: string): Promise<void> => {
  const waiting = await ctx.run<{ payload: MailRequest }>(
    `with gone as (delete from mail_waiting where tenant_id = $1 and id in
       (select id from mail_waiting where tenant_id = $1 and user_id = $2 and due_at <= $3
        order by due_at, id limit ${atOnce} for update)
       returning id, payload)
     select payload from gone order by id`,
    [ctx.tenantId, userId, soon(ctx.now)],
  )
  if (waiting.length > 0)
    await emit(
      ctx,
      'internal.mail_requested',
      gather(
        userId,
        waiting.map(({ payload }) => payload),
      ),
    )
  await scheduleRelease(ctx, [userId])
}
