/** The home tab of a linked person: own tasks, unassigned ones in their buildings, who is on call. */
import type { Input } from '#contracts/kit/endpoint.ts'
import type { listTasks as contract } from '#contracts/tasks.ts'
import { listTasks } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { ScheduledJobHandler } from '#server/platform/work/scheduled-jobs.ts'
import { findMember, type Member } from '../as-member.ts'
import { type Block, section } from '../blocks.ts'
import { callSlack } from '../call-slack.ts'
import { onCall } from '../commands/place-commands.ts'
import { buttonsOf, detailOf, lineOf, readShownTasks } from '../messages/task-card.ts'
import { homeKind } from './home-times.ts'

const own = 10
const free = 5

type ListQuery = NonNullable<Input<typeof contract>['query']>

const tasksOf = async (
  { staff, language, words, run }: Member,
  title: string,
  query: ListQuery,
): Promise<Block[]> => {
  const { items } = await run(listTasks, {
    query: { status: ['OPEN', 'IN_PROGRESS'], sort: 'clock', ...query },
  })
  const shown = await readShownTasks(
    staff,
    items.map(({ id }) => id),
  )
  const blocks = items.flatMap(({ id }): Block[] => {
    const task = shown.get(id)
    return task
      ? [section(`${lineOf(staff, task, language)}\n${detailOf(task, words)}`), buttonsOf(task, words, false)]
      : []
  })
  return [
    { type: 'header', text: { type: 'plain_text', text: title } },
    ...(blocks.length > 0 ? blocks : [section(words.noTasks)]),
  ]
}

const homeOf = async (member: Member): Promise<Block[]> => {
  const { actor } = member.staff
  const buildings = actor.kind === 'USER' ? actor.buildingIds : []
  return [
    ...(await tasksOf(member, member.words.myTasks, { assignee: ['me'], pageSize: own })),
    ...(await tasksOf(member, member.words.freeTasks, {
      assignee: ['none'],
      pageSize: free,
      ...(buildings.length > 0 ? { building: [...buildings] } : {}),
    })),
    ...(await onCall(member, { kind: 'onCall', skill: '', building: '' })),
  ]
}

const slackUserOf = async (ctx: TenantContext, userId: string): Promise<string | undefined> => {
  const [row] = await ctx.run<{ slack_user_id: string }>(
    'select slack_user_id from slack_person where tenant_id = $1 and user_id = $2',
    [ctx.tenantId, userId],
  )
  return row?.slack_user_id
}

const showHome: ScheduledJobHandler = async (ctx, userId) => {
  ctx.skipInvalidation()
  const user = await slackUserOf(ctx, userId)
  const member = user === undefined ? undefined : await findMember(ctx, user)
  if (user === undefined || !member || 'refused' in member) return
  const blocks = await homeOf(member)
  ctx.afterCommit(() =>
    callSlack(ctx.platform, ctx.tenantId, (client) =>
      client.views.publish({ user_id: user, view: { type: 'home', blocks } }),
    ),
  )
}

export const homeJobs = { [homeKind]: showHome }
