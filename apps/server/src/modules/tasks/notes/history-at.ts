/** What the history of tasks says of actions at given times, e.g. of audit entries. */
import type { HistoryEntry } from '#contracts/tasks/records.ts'
import { callerLanguage } from '#server/modules/settings/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { type HistoryRow, presentHistory } from './present-history.ts'

export interface ActionTime {
  readonly taskId: string
  readonly actorId: string
  /** of the transaction */
  readonly at: Date
}

/** What ids made in one transaction begin with lies in this time from its begin, whatever else is made meanwhile. */
const spanMs = 1000

/** The smallest id of a millisecond. */
const idFrom = (milliseconds: number): string => {
  const hex = milliseconds.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
const madeAt = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

// By their ids: a line's own time may be another, that of a phone, or behind the line before it.
const text = `select task_id, id, at, actor_kind, actor_id, actor_name, action, changes from task_history
  where tenant_id = $1 and task_id = any($2::uuid[]) and id >= $3 and id < $4 order by at, id`

const whoAndWhat = (taskId: string, actorId: string): string => `${taskId} ${actorId}`
export const actionTimeKey = ({ taskId, actorId, at }: ActionTime): string =>
  `${whoAndWhat(taskId, actorId)} ${at.getTime()}`

/** In the caller's language, oldest first, by `actionTimeKey`; one statement for all. */
export const historyAt = async (
  ctx: StaffContext,
  moments: readonly ActionTime[],
): Promise<ReadonlyMap<string, readonly HistoryEntry[]>> => {
  const told = new Map<string, HistoryEntry[]>()
  if (moments.length === 0) return told
  const times = moments.map(({ at }) => at.getTime())
  const [rows, language] = await Promise.all([
    ctx.run<HistoryRow & { task_id: string }>(text, [
      ctx.tenantId,
      [...new Set(moments.map(({ taskId }) => taskId))],
      idFrom(Math.min(...times)),
      idFrom(Math.max(...times) + spanMs),
    ]),
    callerLanguage(ctx),
  ])
  const byWho = Map.groupBy(moments, ({ taskId, actorId }) => whoAndWhat(taskId, actorId))
  for (const row of rows) {
    const made = madeAt(row.id)
    // The last one that had begun.
    const [moment] = (byWho.get(whoAndWhat(row.task_id, row.actor_id)) ?? [])
      .filter(({ at }) => at.getTime() <= made && made - at.getTime() < spanMs)
      .sort((one, other) => other.at.getTime() - one.at.getTime())
    if (!moment) continue
    const entry = presentHistory(row, language, ctx.actor.kind)
    const key = actionTimeKey(moment)
    const found = told.get(key)
    if (found) found.push(entry)
    else told.set(key, [entry])
  }
  return told
}
