/** Turns events into messages that wait: one for each task and channel, and lines of its thread. */
import type { SlackEventName } from '#contracts/slack/admin.ts'
import { readWorkspace } from '#server/modules/slack/connection/public.ts'
import { readTaskFacts } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { StoredEvent } from '#server/platform/events/stored-event.ts'
import { refreshHomes } from '../people/home-times.ts'
import { type Content, queueEdits, queueNews, queueReplies, queueTasks } from './queue.ts'
import { channelsFor, channelsOfPlace, type RouteRow, readRoutes } from './route-row.ts'
import { readFinding, readRound } from './scout-events.ts'

/** Run by the worker, whose database role may read these columns only. */
export const interestedTenants =
  "select tenant_id from slack_workspace where tenant_id = any($1::uuid[]) and state = 'CONNECTED'"

export const heard = [
  'task.created',
  'task.assigned',
  'task.status_changed',
  'task.blocked',
  'task.updated',
  'task.reopened',
  'task.deleted',
  'task.note_added',
  'task.escalated',
  'sla.at_risk',
  'sla.breached',
  'status.changed',
  'feedback.merged',
  'feedback.visitor_rejected',
  'scout.finding_created',
  'scout.round_submitted',
] as const
type HeardName = (typeof heard)[number]
type Heard = { [N in HeardName]: StoredEvent<N> }[HeardName]

const taskIdsOf = (event: Heard): readonly string[] => {
  const { payload } = event
  if ('taskIds' in payload) return payload.taskIds
  return 'taskId' in payload && payload.taskId !== null ? [payload.taskId] : []
}

/** The name under which routes choose it; undefined: it only edits what is there. */
const routedAs = ({ type }: Heard): SlackEventName | undefined => {
  switch (type) {
    case 'task.created':
    case 'task.escalated':
    case 'sla.at_risk':
    case 'sla.breached':
    case 'feedback.visitor_rejected':
    case 'scout.finding_created':
      return type
    default:
      return undefined
  }
}

const lineOf = (event: Heard): Content | undefined => {
  switch (event.type) {
    case 'task.escalated':
      return { kind: 'escalated', rule: event.payload.ruleName }
    case 'sla.at_risk':
      return { kind: 'atRisk' }
    case 'sla.breached':
      return { kind: 'breached' }
    case 'feedback.visitor_rejected':
      return { kind: 'rejected' }
    case 'task.note_added':
      return { kind: 'note', noteId: event.payload.noteId }
    case 'scout.finding_created':
      return { kind: 'finding', findingId: event.payload.findingId }
    default:
      return undefined
  }
}

interface News {
  readonly channels: readonly string[]
  readonly content: Content
}

/** What is told by a message of its own, since there is no task. */
const newsOf = async (
  ctx: TenantContext,
  routes: readonly RouteRow[],
  event: Heard,
): Promise<News | undefined> => {
  if (!routes.some(({ events }) => (events as readonly string[]).includes(event.type))) return undefined
  switch (event.type) {
    case 'status.changed': {
      const { amenityId, itemId, buildingId, state } = event.payload
      if (state.from === state.to) return undefined
      const content: Content = { kind: 'status', amenityId, itemId, state: state.to }
      return { channels: channelsOfPlace(routes, event.type, buildingId), content }
    }
    case 'scout.finding_created': {
      const { findingId, taskId } = event.payload
      const finding = taskId === null ? await readFinding(ctx, findingId) : undefined
      if (!finding) return undefined
      const subject = {
        buildingId: finding.building.id,
        category: finding.category,
        priority: 'LOW',
      } as const
      return { channels: channelsFor(routes, event.type, subject), content: { kind: 'finding', findingId } }
    }
    case 'scout.round_submitted': {
      const { roundId } = event.payload
      const round = await readRound(ctx, roundId)
      if (!round) return undefined
      const channels = channelsOfPlace(routes, event.type, round.building.id)
      return { channels, content: { kind: 'round', roundId } }
    }
    default:
      return undefined
  }
}

const notesElsewhereText = `select id from task_note where tenant_id = $1 and id = any($2::uuid[]) and source = 'SLACK'`

/** What came from Slack is not sent back. */
const withoutEcho = async <R extends { readonly content: Content }>(
  ctx: TenantContext,
  replies: readonly R[],
): Promise<readonly R[]> => {
  const ids = replies.flatMap(({ content }) => (content.kind === 'note' ? content.noteId : []))
  if (ids.length === 0) return replies
  const rows = await ctx.run<{ id: string }>(notesElsewhereText, [ctx.tenantId, ids])
  const fromSlack = new Set(rows.map(({ id }) => id))
  return replies.filter(({ content }) => content.kind !== 'note' || !fromSlack.has(content.noteId))
}

export const hearEvents = async (ctx: TenantContext, all: readonly StoredEvent[]): Promise<void> => {
  ctx.skipInvalidation()
  const events = all as readonly Heard[]
  if ((await readWorkspace(ctx))?.state !== 'CONNECTED') return
  const routes = await readRoutes(ctx)
  const taskIds = [...new Set(events.flatMap(taskIdsOf))]
  const facts = new Map((await readTaskFacts(ctx, taskIds)).map((task) => [task.id, task]))
  const created = events.flatMap((event) => {
    const name = routedAs(event)
    if (name === undefined) return []
    return taskIdsOf(event).flatMap((taskId) => {
      const task = facts.get(taskId)
      return task ? channelsFor(routes, name, task).map((channelId) => ({ taskId, channelId })) : []
    })
  })
  await queueTasks(ctx, created)
  await queueEdits(ctx, taskIds)
  const lines = events.flatMap((event) => {
    const content = lineOf(event)
    return content ? taskIdsOf(event).map((taskId) => ({ taskId, content })) : []
  })
  await queueReplies(ctx, await withoutEcho(ctx, lines))
  for (const event of events) {
    const news = await newsOf(ctx, routes, event)
    if (news)
      await queueNews(
        ctx,
        news.channels.map((channelId) => ({ channelId, content: news.content })),
      )
  }
  await refreshHomes(ctx)
}
