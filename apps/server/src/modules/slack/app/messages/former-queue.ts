/**
 * What the previous version queued in `slack_message`, before the upgrade or while both run, becomes messages of the
 * outbox when its job comes.
 */
import type { TenantContext } from '#server/platform/context.ts'
import { put } from '#server/platform/outbox/put.ts'
import type { ScheduledJobHandler } from '#server/platform/work/scheduled-jobs.ts'
import { type Content, messageOf, slackChannel } from './queue.ts'

interface Row {
  readonly id: string
  readonly channel_id: string
  readonly kind: 'TASK' | 'REPLY' | 'NEWS'
  readonly task_id: string | null
  readonly content: Content | null
  readonly ts: string | null
}

const claimMs = 30_000

const takeText = `update slack_message set due_at = null, claimed_until = null
  where tenant_id = $1 and due_at is not null and (claimed_until is null or claimed_until <= $2)
  returning id, channel_id, kind, task_id, content, ts`
const claimedText = 'select 1 from slack_message where tenant_id = $1 and claimed_until is not null limit 1'

const messageFrom = ({ channel_id: channel, kind, task_id: taskId, content, ts }: Row) => {
  if (kind === 'TASK') return messageOf(ts === null ? 'NEW' : 'EDIT', channel, { taskId: taskId ?? '' })
  if (content === null) return undefined
  return kind === 'NEWS' || taskId === null
    ? messageOf('NEWS', channel, { content })
    : messageOf('REPLY', channel, { taskId, content })
}

const takeOver = async (ctx: TenantContext): Promise<void> => {
  const rows = await ctx.run<Row>(takeText, [ctx.tenantId, ctx.now])
  const isTask = ({ kind }: Row): boolean => kind === 'TASK'
  // Threads come after the message that they belong to.
  const ordered = [...rows.filter(isTask), ...rows.filter((row) => !isTask(row))]
  await put(
    ctx,
    slackChannel,
    ordered.flatMap((row) => messageFrom(row) ?? []),
  )
  await ctx.run('delete from slack_message where tenant_id = $1 and id = any($2::uuid[])', [
    ctx.tenantId,
    rows.filter((row) => !isTask(row)).map(({ id }) => id),
  ])
}

const sendDue: ScheduledJobHandler = async (ctx) => {
  ctx.skipInvalidation()
  await takeOver(ctx)
  const claimed = await ctx.run(claimedText, [ctx.tenantId])
  if (claimed.length > 0)
    await ctx.scheduleNoLaterThan('slack.send', ctx.tenantId, new Date(ctx.now.getTime() + claimMs))
}

export const formerJobs = { 'slack.send': sendDue }
