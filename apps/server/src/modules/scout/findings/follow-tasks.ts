/** Findings follow their tasks: the task is read as it is, so the order of events does not matter. */
import type { TenantContext } from '#server/platform/context.ts'
import { emit } from '#server/platform/events/emit.ts'
import type { StoredEvent } from '#server/platform/events/stored-event.ts'
import type { FindingRow } from './finding-row.ts'
import { openTaskFor } from './open-task.ts'

// What the scout or a review ended stays so. VERIFIED is the scout's own word, until the task is open again.
const followText = `update finding f set task_id = now.id, state = now.state, changed_at = $3, version = f.version + 1,
    verified_at = case when now.state = 'VERIFIED' then f.verified_at end,
    reason = case when now.state = 'REJECTED' then coalesce(f.reason, 'The task was deleted') else f.reason end
  from (select o.id as finding_id, coalesce(m.id, t.id) as id,
      case when t.id is null then 'REJECTED'
        when coalesce(m.status, t.status) = 'DONE' then case when o.state = 'VERIFIED' then 'VERIFIED' else 'FIXED' end
        when o.state in ('FIXED', 'VERIFIED', 'REOPENED') then 'REOPENED' else 'ACCEPTED' end as state
    from finding o left join task t on t.tenant_id = $1 and t.id = o.task_id
    left join task m on m.tenant_id = $1 and m.id = t.merged_into
    where o.tenant_id = $1 and o.task_id = any($2::uuid[])
      and o.state not in ('MERGED', 'REJECTED', 'WITHDRAWN') order by o.id for no key update of o) now
  where f.tenant_id = $1 and f.id = now.finding_id 
    and (f.state is distinct from now.state or f.task_id is distinct from now.id)`

type Told = StoredEvent<
  'task.status_changed' | 'task.reopened' | 'task.updated' | 'task.deleted' | 'task.note_added'
>

const changedText = 'update finding set changed_at = $3 where tenant_id = $1 and task_id = any($2::uuid[])'

export const followTasks = async (ctx: TenantContext, events: readonly Told[]): Promise<void> => {
  const ids = [...new Set(events.map(({ payload }) => payload.taskId))]
  await ctx.run(followText, [ctx.tenantId, ids, ctx.now])
  // The phone shows status, due time and public notes of the task too.
  await ctx.run(changedText, [ctx.tenantId, ids, ctx.now])
}

const waitingText = `select f.*, s.alias from finding f join scout s on s.tenant_id = $1 and s.id = f.scout_id
  where f.tenant_id = $1 and f.round_id = $2 and f.state = 'REPORTED' and f.task_id is null and f.severity <> 'OBSERVATION'
  order by f.created_at, f.id for no key update of f`

/** The tasks of a mystery visitor open when the round is submitted. */
export const openWaiting = async (
  ctx: TenantContext,
  { payload }: StoredEvent<'scout.round_submitted'>,
): Promise<void> => {
  const rows = await ctx.run<FindingRow & { alias: string }>(waitingText, [ctx.tenantId, payload.roundId])
  for (const { severity, alias, ...finding } of rows) {
    if (severity === 'OBSERVATION') continue
    const actor = { kind: 'SCOUT', id: finding.scout_id, name: alias, sessionId: '', dates: 'NOW' } as const
    const taskId = await openTaskFor({ ...ctx, actor }, { ...finding, severity })
    await emit(ctx, 'scout.finding_created', { findingId: finding.id, taskId })
  }
}
