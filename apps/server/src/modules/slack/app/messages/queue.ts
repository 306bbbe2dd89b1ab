/**
 * Messages to Slack are rows of the outbox (decision 0085); the destination is a channel of Slack. `slack_message` says
 * where a task is shown, so that its message is edited and its thread found.
 */
import type { TenantContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import { type NewMessage, put } from '#server/platform/outbox/put.ts'
import { withdrawAll } from '#server/platform/outbox/withdraw.ts'

/** The name of the channel in the outbox. */
export const slackChannel = 'slack'

/** What a message says that shows no task itself. */
export type Content =
  | { readonly kind: 'note'; readonly noteId: string }
  | { readonly kind: 'escalated'; readonly rule: string }
  | { readonly kind: 'atRisk' | 'breached' | 'rejected' }
  | { readonly kind: 'status'; readonly amenityId: string; readonly itemId: string; readonly state: string }
  | { readonly kind: 'finding'; readonly findingId: string }
  | { readonly kind: 'round'; readonly roundId: string }
  | { readonly kind: 'more'; readonly count: number }

/**
 * NEW    shows a task that is not shown in the channel yet
 * EDIT   a task has changed that may be shown there
 * REPLY  a line in the thread of a task
 * NEWS   a message of its own
 */
export interface Subjects {
  readonly NEW: { readonly taskId: string }
  readonly EDIT: { readonly taskId: string }
  readonly REPLY: { readonly taskId: string; readonly content: Content }
  readonly NEWS: { readonly content: Content }
}

interface Place {
  readonly taskId: string
  readonly channelId: string
}

/** What waits for a task is one message, in the words of when it is sent. */
export const gatherOf = (taskId: string): string => `task ${taskId}`

export const messageOf = <K extends keyof Subjects>(
  kind: K,
  channelId: string,
  subject: Subjects[K],
): NewMessage => ({
  destination: channelId,
  kind,
  subject,
  ...((kind === 'NEW' || kind === 'EDIT') && 'taskId' in subject ? { gather: gatherOf(subject.taskId) } : {}),
})

const placeText = `insert into slack_message as m (tenant_id, id, channel_id, kind, task_id, created_at)
  select $1, row.id, row.channel_id, 'TASK', row.task_id, $2
  from unnest($3::uuid[], $4::text[], $5::uuid[]) as row (id, channel_id, task_id)
  on conflict (tenant_id, task_id, channel_id) where kind = 'TASK' do update set task_id = excluded.task_id
  returning channel_id as "channelId", task_id as "taskId", ts is null as fresh`

/** A message for the task in that channel: made, or edited if it is there. */
export const queueTasks = async (ctx: TenantContext, places: readonly Place[]): Promise<void> => {
  const unique = [...new Map(places.map((place) => [`${place.taskId} ${place.channelId}`, place])).values()]
  if (unique.length === 0) return
  const rows = await ctx.run<Place & { fresh: boolean }>(placeText, [
    ctx.tenantId,
    ctx.now,
    unique.map(() => newId(ctx.now.getTime())),
    unique.map(({ channelId }) => channelId),
    unique.map(({ taskId }) => taskId),
  ])
  await put(
    ctx,
    slackChannel,
    rows.map(({ channelId, taskId, fresh }) => messageOf(fresh ? 'NEW' : 'EDIT', channelId, { taskId })),
  )
}

const placesText = `select channel_id as "channelId", task_id as "taskId" from slack_message
  where tenant_id = $1 and kind = 'TASK' and task_id = any($2::uuid[])`

const placesOf = (ctx: TenantContext, taskIds: readonly string[]): Promise<Place[]> =>
  ctx.run<Place>(placesText, [ctx.tenantId, taskIds])

/** Edits the messages of these tasks wherever they are. */
export const queueEdits = async (ctx: TenantContext, taskIds: readonly string[]): Promise<void> => {
  if (taskIds.length === 0) return
  const places = await placesOf(ctx, taskIds)
  await put(
    ctx,
    slackChannel,
    places.map(({ channelId, taskId }) => messageOf('EDIT', channelId, { taskId })),
  )
}

/** Adds to the threads of these tasks, wherever they are. */
export const queueReplies = async (
  ctx: TenantContext,
  replies: readonly Subjects['REPLY'][],
): Promise<void> => {
  if (replies.length === 0) return
  const places = await placesOf(
    ctx,
    replies.map(({ taskId }) => taskId),
  )
  await put(
    ctx,
    slackChannel,
    replies.flatMap((reply) =>
      places
        .filter(({ taskId }) => taskId === reply.taskId)
        .map(({ channelId }) => messageOf('REPLY', channelId, reply)),
    ),
  )
}

export const queueNews = (
  ctx: TenantContext,
  news: readonly { readonly channelId: string; readonly content: Content }[],
): Promise<void> =>
  put(
    ctx,
    slackChannel,
    news.map(({ channelId, content }) => messageOf('NEWS', channelId, { content })),
  )

/** While Slack refuses the token nothing waits: what happens meanwhile is not told later. */
export const stopMessages = (ctx: TenantContext): Promise<unknown> => withdrawAll(ctx, slackChannel)

const forgetText = `with message as (delete from slack_message where tenant_id = $1),
    route as (delete from slack_route where tenant_id = $1),
    channel as (delete from slack_channel where tenant_id = $1)
  delete from slack_event where tenant_id = $1`

/** Of a workspace that the tenant leaves: its ids mean nothing elsewhere. */
export const forgetChannels = async (ctx: TenantContext): Promise<void> => {
  await ctx.run(forgetText, [ctx.tenantId])
  await stopMessages(ctx)
}
