/**
 * Messages that wait for Slack. A row is due, is claimed for 30 seconds in a transaction, sent after its commit, and
 * its result ends the claim. A channel takes one message a second. A message of a task is rendered when it is sent,
 * so changes while it waits are one edit.
 */
import { noteHealthy } from '#server/modules/slack/connection/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import type { SlackFault } from '../client.ts'

export const sendKind = 'slack.send'

const claimMs = 30_000
const channelMs = 1000
/** A message is edited no more often. */
const editMs = 2000
const minute = 60_000
const hour = 60 * minute
/** After these nothing is tried again; together less than a day. */
const delays = [5000, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour]
/** More new tasks than this at once in a channel become one message. */
const gatheredFrom = 20

/** What a message says that shows no task itself. */
export type Content =
  | { readonly kind: 'note'; readonly noteId: string }
  | { readonly kind: 'escalated'; readonly rule: string }
  | { readonly kind: 'atRisk' | 'breached' | 'rejected' }
  | { readonly kind: 'status'; readonly amenityId: string; readonly itemId: string; readonly state: string }
  | { readonly kind: 'more'; readonly count: number }

export interface Claimed {
  readonly id: string
  readonly channel_id: string
  readonly kind: 'TASK' | 'REPLY' | 'NEWS'
  readonly task_id: string | null
  readonly content: Content | null
  readonly ts: string | null
  /** of the message whose thread it belongs to */
  readonly thread_ts: string | null
  readonly claimed_until: Date
}

interface Place {
  readonly taskId: string
  readonly channelId: string
}

const wake = async (ctx: TenantContext): Promise<void> => {
  await ctx.scheduleNoLaterThan(sendKind, ctx.tenantId, ctx.now)
}

const dueText = `least(coalesce(m.due_at, 'infinity'), greatest($2::timestamptz, m.sent_at + interval '${editMs} milliseconds'))`
const insertText = `insert into slack_message as m (tenant_id, id, channel_id, kind, task_id, due_at, created_at)
  select $1, row.id, row.channel_id, 'TASK', row.task_id, $2, $2
  from unnest($3::uuid[], $4::text[], $5::uuid[]) as row (id, channel_id, task_id)
  on conflict (tenant_id, task_id, channel_id) where kind = 'TASK' do update set due_at = ${dueText}`

/** A message for the task in that channel: made, or edited if it is there. */
export const queueTasks = async (ctx: TenantContext, places: readonly Place[]): Promise<void> => {
  const unique = [...new Map(places.map((place) => [`${place.taskId} ${place.channelId}`, place])).values()]
  if (unique.length === 0) return
  await ctx.run(insertText, [
    ctx.tenantId,
    ctx.now,
    unique.map(() => newId(ctx.now.getTime())),
    unique.map(({ channelId }) => channelId),
    unique.map(({ taskId }) => taskId),
  ])
  await wake(ctx)
}

/** Edits the messages of these tasks wherever they are. */
export const queueEdits = async (ctx: TenantContext, taskIds: readonly string[]): Promise<void> => {
  const changed = await ctx.run(
    `update slack_message m set due_at = ${dueText}
     where m.tenant_id = $1 and m.kind = 'TASK' and m.task_id = any($3::uuid[]) returning m.id`,
    [ctx.tenantId, ctx.now, taskIds],
  )
  if (changed.length > 0) await wake(ctx)
}

const replyText = `insert into slack_message (tenant_id, id, channel_id, kind, task_id, content, due_at, created_at)
  select $1, gen_random_uuid(), m.channel_id, 'REPLY', m.task_id, row.content, $2, $2
  from unnest($3::uuid[], $4::jsonb[]) as row (task_id, content)
  join slack_message m on m.tenant_id = $1 and m.kind = 'TASK' and m.task_id = row.task_id
  returning id`

/** Adds to the threads of these tasks, wherever they are. */
export const queueReplies = async (
  ctx: TenantContext,
  replies: readonly { readonly taskId: string; readonly content: Content }[],
): Promise<void> => {
  if (replies.length === 0) return
  const added = await ctx.run(replyText, [
    ctx.tenantId,
    ctx.now,
    replies.map(({ taskId }) => taskId),
    replies.map(({ content }) => JSON.stringify(content)),
  ])
  if (added.length > 0) await wake(ctx)
}

const newsText = `insert into slack_message (tenant_id, id, channel_id, kind, content, due_at, created_at)
  select $1, row.id, row.channel_id, 'NEWS', row.content, $2, $2
  from unnest($3::uuid[], $4::text[], $5::jsonb[]) as row (id, channel_id, content)`

export const queueNews = async (
  ctx: TenantContext,
  news: readonly { readonly channelId: string; readonly content: Content }[],
): Promise<void> => {
  if (news.length === 0) return
  await ctx.run(newsText, [
    ctx.tenantId,
    ctx.now,
    news.map(() => newId(ctx.now.getTime())),
    news.map(({ channelId }) => channelId),
    news.map(({ content }) => JSON.stringify(content)),
  ])
  await wake(ctx)
}

const gatherText = `with crowded as (
    select channel_id from slack_message where tenant_id = $1 and kind = 'TASK' and ts is null and due_at <= $2
      and claimed_until is null
    group by channel_id having count(*) > ${gatheredFrom}
  ), gone as (
    delete from slack_message m using crowded c where m.tenant_id = $1 and m.channel_id = c.channel_id and m.kind = 'TASK'
      and m.ts is null and m.due_at <= $2 and m.claimed_until is null returning m.channel_id, m.task_id
  ), replies as (
    delete from slack_message m using gone g where m.tenant_id = $1 and m.kind = 'REPLY' and m.channel_id = g.channel_id and m.task_id = g.task_id
  )
  select channel_id as "channelId", count(*)::int as n from gone group by channel_id`

const claimText = `with free as (
    update slack_channel c set next_at = $2::timestamptz + interval '${channelMs} milliseconds'
    where c.tenant_id = $1 and c.next_at <= $2
      and exists (select from slack_message m where m.tenant_id = $1 and m.channel_id = c.id and m.due_at <= $2)
    returning c.id
  ), next as (
    select distinct on (m.channel_id) m.id, p.ts as thread_ts
    from free f join slack_message m on m.tenant_id = $1 and m.channel_id = f.id and m.due_at <= $2
    left join slack_message p on m.kind = 'REPLY' and p.tenant_id = $1 and p.kind = 'TASK' and p.task_id = m.task_id
      and p.channel_id = m.channel_id
    where m.kind <> 'REPLY' or p.ts is not null
    order by m.channel_id, m.due_at, m.created_at, m.id
  )
  update slack_message m set claimed_until = $3, due_at = $3 from next n where m.tenant_id = $1 and m.id = n.id
  returning m.id, m.channel_id, m.kind, m.task_id, m.content, m.ts, n.thread_ts, m.claimed_until`

const nextText = `select min(greatest(m.due_at, c.next_at)) as at from slack_message m
  join slack_channel c on c.tenant_id = $1 and c.id = m.channel_id where m.tenant_id = $1 and m.due_at is not null`

const scheduleNext = async (ctx: TenantContext): Promise<void> => {
  const [next] = await ctx.run<{ at: Date | null }>(nextText, [ctx.tenantId])
  if (!next?.at) return
  // A reply may wait for the message of its thread, so what is due already is looked at again in a second.
  const soonest = ctx.now.getTime() + channelMs
  await ctx.scheduleNoLaterThan(sendKind, ctx.tenantId, new Date(Math.max(next.at.getTime(), soonest)))
}

/** At most one message of each channel. */
export const claimDue = async (ctx: TenantContext): Promise<Claimed[]> => {
  const crowded = await ctx.run<{ channelId: string; n: number }>(gatherText, [ctx.tenantId, ctx.now])
  await queueNews(
    ctx,
    crowded.map(({ channelId, n: count }) => ({ channelId, content: { kind: 'more', count } })),
  )
  const until = new Date(ctx.now.getTime() + claimMs)
  const claimed = await ctx.run<Claimed>(claimText, [ctx.tenantId, ctx.now, until])
  await scheduleNext(ctx)
  return claimed
}

const own = 'tenant_id = $1 and id = $2 and claimed_until = $3'
const sentText = `update slack_message set ts = coalesce($4, ts), sent_at = $5, tries = 0, claimed_until = null,
    due_at = case when due_at = claimed_until then null else greatest(due_at, $5::timestamptz + interval '${editMs} milliseconds') end
  where ${own}`
const okText = `update slack_channel set fault = null where tenant_id = $1 and id = $2 and fault is not null`
/** @param ends it is not edited any more */
export const recordSent = async (
  ctx: TenantContext,
  { id, claimed_until: until, channel_id: channel }: Claimed,
  ts: string | undefined,
  ends: boolean,
): Promise<void> => {
  if (ends) await ctx.run(`delete from slack_message where ${own}`, [ctx.tenantId, id, until])
  else await ctx.run(sentText, [ctx.tenantId, id, until, ts ?? null, ctx.now])
  await ctx.run(okText, [ctx.tenantId, channel])
  await noteHealthy(ctx)
  await scheduleNext(ctx)
}

const laterText = `update slack_message set claimed_until = null, tries = $4, due_at = $5 where ${own}`
const pauseText = 'update slack_channel set next_at = $3 where tenant_id = $1 and id = $2 and next_at < $3'
const dropText = `with dropped as (
    update slack_message set due_at = null, claimed_until = null where ${own} returning task_id, channel_id, kind, ts
  )
  delete from slack_message m using dropped d where m.tenant_id = $1 and m.kind <> 'TASK'
    and (m.id = $2 or (d.kind = 'TASK' and d.ts is null and m.task_id = d.task_id and m.channel_id = d.channel_id))`
const emptyText = `with held as (
    update slack_message set due_at = null, claimed_until = null where tenant_id = $1 and channel_id = $2 and kind = 'TASK'
  ), gone as (
    delete from slack_message where tenant_id = $1 and channel_id = $2 and kind <> 'TASK'
  )
  update slack_channel set fault = $3 where tenant_id = $1 and id = $2`

/** Of a call that Slack did not take, for other reasons than the token. */
export const recordFault = async (
  ctx: TenantContext,
  { id, claimed_until: until, channel_id: channel }: Claimed,
  { kind, code, retryAfterMs }: SlackFault,
): Promise<void> => {
  if (kind === 'CHANNEL') await ctx.run(emptyText, [ctx.tenantId, channel, code])
  else if (kind === 'LATER') {
    const [row] = await ctx.run<{ tries: number }>(`select tries from slack_message where ${own}`, [
      ctx.tenantId,
      id,
      until,
    ])
    const tries = row?.tries ?? 0
    const limited = code === 'ratelimited'
    const delay = limited ? retryAfterMs : delays[tries]
    if (delay === undefined) await ctx.run(dropText, [ctx.tenantId, id, until])
    else {
      const again = new Date(ctx.now.getTime() + delay)
      await ctx.run(laterText, [ctx.tenantId, id, until, limited ? tries : tries + 1, again])
      if (limited) await ctx.run(pauseText, [ctx.tenantId, channel, again])
    }
  } else await ctx.run(dropText, [ctx.tenantId, id, until])
  await scheduleNext(ctx)
}

/** While Slack refuses the token nothing waits: what happens meanwhile is not told later. */
export const stopMessages = (ctx: TenantContext): Promise<unknown> =>
  ctx.run(
    `with held as (update slack_message set due_at = null, claimed_until = null where tenant_id = $1 and kind = 'TASK')
     delete from slack_message where tenant_id = $1 and kind <> 'TASK'`,
    [ctx.tenantId],
  )

const forgetText = `with message as (delete from slack_message where tenant_id = $1),
    route as (delete from slack_route where tenant_id = $1),
    channel as (delete from slack_channel where tenant_id = $1)
  delete from slack_event where tenant_id = $1`

/** Of a workspace that the tenant leaves: its ids mean nothing elsewhere. */
export const forgetChannels = (ctx: TenantContext): Promise<unknown> => ctx.run(forgetText, [ctx.tenantId])
