/** Who had a task before it went to somebody else: their notes and photos may still arrive from a phone without a signal. */

import type { WorkContext } from '#server/platform/context.ts'
import { forbidden, ServiceError } from '#server/platform/errors.ts'
import { canView, covers, ownIdsOf, requireVisible } from '../change/access.ts'
import type { TaskRow } from '../change/task-row.ts'
import { readTaskFacts } from '../list/task-facts.ts'

/** After it was taken from the pool, whoever could have taken it may have worked on it without a signal. */
const poolDays = 7

const involvedText = `select distinct h.task_id as id from task_history h
  where h.tenant_id = $1 and h.task_id = any($2::uuid[])
    and (h.actor_id = $3 or h.changes #>> '{assignee,0,id}' = any($4::text[])
      or (h.task_id = any($5::uuid[]) and h.action <> 'CREATED' and h.at >= $6 and h.changes #> '{assignee,0}' = 'null'))`

/**
 * The tasks among these in which the caller took part: they changed it, it was assigned to them or their company, or
 * it was unassigned in a building they cover until a few days ago.
 */
const involvedIn = async (ctx: WorkContext, tasks: readonly TaskRow[]): Promise<ReadonlySet<string>> => {
  if (tasks.length === 0) return new Set()
  const rows = await ctx.run<{ id: string }>(involvedText, [
    ctx.tenantId,
    tasks.map(({ id }) => id),
    ctx.actor.id,
    ownIdsOf(ctx.actor),
    tasks.filter((task) => covers(ctx.actor, task)).map(({ id }) => id),
    new Date(ctx.now.getTime() - poolDays * 86_400_000),
  ])
  return new Set(rows.map(({ id }) => id))
}

/** @throws ServiceError FORBIDDEN for somebody who does not see the task and had no part in it */
export const requireVisibleOrInvolved = async (ctx: WorkContext, task: TaskRow): Promise<void> => {
  if (canView(ctx.actor, task)) return
  if (!(await involvedIn(ctx, [task])).has(task.id)) throw forbidden()
}

/** Names of the assignees of those tasks that the caller no longer sees but had a part in, by task id. */
export const presentHolders = async (
  ctx: WorkContext,
  tasks: readonly TaskRow[],
): Promise<ReadonlyMap<string, string>> => {
  const hidden = tasks.filter((task) => !canView(ctx.actor, task))
  const involved = await involvedIn(ctx, hidden)
  if (involved.size === 0) return new Map()
  const facts = await readTaskFacts(ctx, [...involved])
  return new Map(
    facts.flatMap(({ id, assigneeName }) => (assigneeName === null ? [] : [[id, assigneeName] as const])),
  )
}

/** @throws ServiceError FORBIDDEN, which names the assignee (`details`, path `assignee`) to those who had a part in the task */
export const requireVisibleOrTell = async (ctx: WorkContext, task: TaskRow): Promise<void> => {
  const holder = (await presentHolders(ctx, [task])).get(task.id)
  if (holder !== undefined)
    throw new ServiceError('FORBIDDEN', 'This task is assigned to somebody else now', {
      details: [{ path: 'assignee', message: holder }],
    })
  requireVisible(ctx, task)
}
