/** How messages of the outbox reach Slack: a channel takes one a second, and a task is one message that is edited. */
import { noteHealthy, readWorkspace, tokenOf } from '#server/modules/slack/connection/public.ts'
import type { Platform, TenantContext } from '#server/platform/context.ts'
import type { Message, Messages, Outcome, Prepared, Sending } from '#server/platform/outbox/channel.ts'
import { byGatherKey } from '#server/platform/outbox/claim.ts'
import { openChannel } from '#server/platform/outbox/sender.ts'
import { withdrawAll } from '#server/platform/outbox/withdraw.ts'
import { attemptCall, openClient, type SlackFault } from '../client.ts'
import { reportBroken } from '../mails/slack-broken.ts'
import { gatherOf, type Subjects, slackChannel } from './queue.ts'
import { type Rendered, renderContent, renderTask } from './render.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
/** A message is edited no more often. */
const editMs = 2 * second
/** How soon a line looks again whether its thread is there. */
const threadMs = 5 * second
/** More new tasks than this at once in a channel become one message. */
const gatheredFrom = 20

interface Target {
  readonly channelId: string
  readonly token: string
  readonly fault: string | null
  restsUntil: Date | null
}

interface Ready extends Rendered {
  readonly token: string
  /** of the message that is edited */
  readonly ts: string | null
  readonly threadTs: string | null
  /** the task that the message shows */
  readonly taskId: string | null
}

type Result = { readonly ts?: string | undefined } | { readonly fault: SlackFault }

const restText = `select fault, nullif(next_at, '-infinity') as "restsUntil" from slack_channel where tenant_id = $1 and id = $2`

const open = async (ctx: TenantContext, channelId: string): Promise<Target | undefined> => {
  const workspace = await readWorkspace(ctx)
  if (workspace?.state !== 'CONNECTED' || !ctx.platform.config.slack) return undefined
  const token = tokenOf(ctx, workspace)
  if (token === undefined) {
    await reportBroken(ctx, 'token_unreadable')
    return undefined
  }
  const [row] = await ctx.run<Pick<Target, 'fault' | 'restsUntil'>>(restText, [ctx.tenantId, channelId])
  return row && { channelId, token, ...row }
}

const taskIdOf = ({ subject }: Message): string => (subject as Subjects['NEW']).taskId

const groups = (due: readonly Message[]): Messages[] => {
  const all = byGatherKey(due)
  const isNew = ([first]: Messages): boolean => first.kind === 'NEW' && first.sendingId === null
  const [first, ...others] = all.filter(isNew).flat()
  if (!first || new Set([first, ...others].map(taskIdOf)).size <= gatheredFrom) return all
  return [[first, ...others], ...all.filter((group) => !isNew(group))]
}

interface Shown {
  readonly ts: string | null
  readonly sentAt: Date | null
}

const shownText = `select ts, sent_at as "sentAt" from slack_message
  where tenant_id = $1 and channel_id = $2 and kind = 'TASK' and task_id = $3`
const forgetText = `delete from slack_message
  where tenant_id = $1 and channel_id = $2 and kind = 'TASK' and task_id = any($3::uuid[])`

const forget = (ctx: TenantContext, channelId: string, taskIds: readonly string[]): Promise<unknown> =>
  ctx.run(forgetText, [ctx.tenantId, channelId, taskIds])

const nothing = { end: 'NOTHING_LEFT' } as const

const ready = (
  { token }: Target,
  rendered: Rendered | undefined,
  more: Partial<Ready> = {},
): Prepared<Ready> =>
  rendered ? { ready: { token, ts: null, threadTs: null, taskId: null, ...rendered, ...more } } : nothing

const prepareTask = async (
  ctx: TenantContext,
  target: Target,
  messages: Messages,
): Promise<Prepared<Ready>> => {
  const { channelId } = target
  const taskId = taskIdOf(messages[0])
  const [shown] = await ctx.run<Shown>(shownText, [ctx.tenantId, channelId, taskId])
  // A change of what is not shown yet is part of the message that waits.
  if (!shown || (shown.ts === null && messages.every(({ kind }) => kind === 'EDIT'))) return nothing
  const { ts, sentAt } = shown
  const next = ts === null || sentAt === null ? ctx.now : new Date(sentAt.getTime() + editMs)
  if (next > ctx.now) return { until: next }
  const rendered = await renderTask(ctx, taskId)
  if (!rendered.last || ts !== null) return ready(target, rendered, { ts, taskId })
  // Of a task that was deleted before its message was sent nothing is shown.
  await forget(ctx, channelId, [taskId])
  return nothing
}

const waitsText = `select 1 from outbox where tenant_id = $1 and channel = $2 and destination = $3 and state = 'WAITING'
  and gather = $4 and kind = 'NEW'`

const prepareReply = async (
  ctx: TenantContext,
  target: Target,
  { taskId, content }: Subjects['REPLY'],
): Promise<Prepared<Ready>> => {
  const { channelId } = target
  const [shown] = await ctx.run<Shown>(shownText, [ctx.tenantId, channelId, taskId])
  if (shown?.ts) return ready(target, await renderContent(ctx, content), { threadTs: shown.ts })
  const waiting = await ctx.run(waitsText, [ctx.tenantId, slackChannel, channelId, gatherOf(taskId)])
  return waiting.length > 0 ? { until: new Date(ctx.now.getTime() + threadMs) } : nothing
}

const prepare = async (ctx: TenantContext, target: Target, messages: Messages): Promise<Prepared<Ready>> => {
  const [{ kind, subject }] = messages
  if (kind === 'NEWS') return ready(target, await renderContent(ctx, (subject as Subjects['NEWS']).content))
  if (kind === 'REPLY') return prepareReply(ctx, target, subject as Subjects['REPLY'])
  const taskIds = [...new Set(messages.map(taskIdOf))]
  if (taskIds.length === 1) return prepareTask(ctx, target, messages)
  await forget(ctx, target.channelId, taskIds)
  return ready(target, await renderContent(ctx, { kind: 'more', count: taskIds.length }))
}

const send = async (
  platform: Platform,
  { destination: channel, ready: { token, text, blocks, ts, threadTs } }: Sending<Ready>,
): Promise<Outcome<Result>> => {
  const { chat } = openClient(platform, token)
  const message = { channel, text, ...(blocks ? { blocks } : {}), unfurl_links: false, unfurl_media: false }
  const attempt = await attemptCall(async () => {
    if (ts !== null) return (await chat.update({ ...message, ts })).ts
    return (await chat.postMessage({ ...message, ...(threadTs ? { thread_ts: threadTs } : {}) })).ts
  })
  if (!attempt.fault) return { state: 'SENT', result: { ts: attempt.done } }
  const { kind, code, retryAfterMs } = attempt.fault
  const failed = { fault: code, result: { fault: attempt.fault } }
  if (code === 'ratelimited') return { state: 'LATER', afterMs: retryAfterMs, ...failed }
  const ends = kind === 'CHANNEL' || kind === 'REFUSED'
  return { state: ends ? 'REFUSED' : 'FAILED', ...failed }
}

const sentText = `update slack_message set ts = coalesce($4, ts), sent_at = $5
  where tenant_id = $1 and channel_id = $2 and kind = 'TASK' and task_id = $3`
const channelText = 'update slack_channel set fault = $3, next_at = $4 where tenant_id = $1 and id = $2'

const record = async (
  ctx: TenantContext,
  target: Target,
  { ready: { taskId, last } }: Sending<Ready>,
  { result }: Outcome<Result>,
): Promise<undefined> => {
  const { channelId } = target
  const rest = (milliseconds: number, fault = target.fault): Promise<unknown> => {
    target.restsUntil = new Date(ctx.now.getTime() + milliseconds)
    return ctx.run(channelText, [ctx.tenantId, channelId, fault, target.restsUntil])
  }
  if ('fault' in result) {
    const { kind, code, retryAfterMs } = result.fault
    if (kind === 'BROKEN') await reportBroken(ctx, code)
    else if (kind === 'CHANNEL') {
      await withdrawAll(ctx, slackChannel, channelId)
      await rest(second, code)
    } else await rest(Math.max(second, retryAfterMs))
    return
  }
  await noteHealthy(ctx)
  await rest(second, null)
  if (taskId === null) return
  if (last) await forget(ctx, channelId, [taskId])
  else await ctx.run(sentText, [ctx.tenantId, channelId, taskId, result.ts ?? null, ctx.now])
}

export const slackMessages = openChannel<Target, Ready, Result>({
  name: slackChannel,
  atOnce: 50,
  claimMs: 30 * second,
  // Together less than a day.
  pauses: [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour],
  deadLetters: false,
  open,
  limits: ({ restsUntil }) => ({ inFlight: 1, restsUntil: restsUntil ?? undefined }),
  groups,
  prepare,
  send,
  record,
})
