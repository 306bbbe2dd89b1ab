/** History entries of actions at given times, such as those of audit entries. */
import type { HistoryEntry } from '#contracts/tasks/records.ts'
import { callerLanguage } from '#server/modules/settings/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { assigneeNameIn } from './assignee-name.ts'
import { type HistoryRow, presentHistory } from './present-history.ts'

export interface ActionTime {
  readonly taskId: string
  readonly actorId: string
  /** start of the transaction */
  readonly at: Date
}

/** Ids created in one transaction are at most this much younger than its start. */
const spanMs = 1000

/** The smallest id (UUIDv7) of a millisecond. */
const idFrom = (milliseconds: number): string => {
  const hex = milliseconds.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
const createdAtOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

// Selected by id: the time of a line may be a phone's, or shifted after the line before it.
const text = `select h.task_id, h.id, h.at, h.actor_kind, h.actor_id, h.actor_name, h.action, h.changes, ${assigneeNameIn('h')} as assignee_name
  from task_history h where h.tenant_id = $1 and h.task_id = any($2::uuid[]) and h.id >= $3 and h.id < $4 order by h.at, h.id`

const whoAndWhat = (taskId: string, actorId: string): string => `${taskId} ${actorId}`
export const actionTimeKey = ({ taskId, actorId, at }: ActionTime): string =>
  `${whoAndWhat(taskId, actorId)} ${at.getTime()}`

/** In the caller's language, oldest first, keyed by `actionTimeKey`; one statement for all. */
export const historyAt = async (
  ctx: StaffContext,
  actions: readonly ActionTime[],
): Promise<ReadonlyMap<string, readonly HistoryEntry[]>> => {
  const entries = new Map<string, HistoryEntry[]>()
  if (actions.length === 0) return entries
  const times = actions.map(({ at }) => at.getTime())
  const [rows, language] = await Promise.all([
    ctx.run<HistoryRow & { task_id: string }>(text, [
      ctx.tenantId,
      [...new Set(actions.map(({ taskId }) => taskId))],
      idFrom(Math.min(...times)),
      idFrom(Math.max(...times) + spanMs),
    ]),
    callerLanguage(ctx),
  ])
  const byWho = Map.groupBy(actions, ({ taskId, actorId }) => whoAndWhat(taskId, actorId))
  for (const row of rows) {
    const made = createdAtOf(row.id)
    // Belongs to the latest transaction that had started by then.
    const [actionTime] = (byWho.get(whoAndWhat(row.task_id, row.actor_id)) ?? [])
      .filter(({ at }) => at.getTime() <= made && made - at.getTime() < spanMs)
      .sort((one, other) => other.at.getTime() - one.at.getTime())
    if (!actionTime) continue
    const entry = presentHistory(row, language, ctx.actor.kind)
    const key = actionTimeKey(actionTime)
    const found = entries.get(key)
    if (found) found.push(entry)
    else entries.set(key, [entry])
  }
  return entries
}
