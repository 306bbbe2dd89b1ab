import { auditTexts } from '#contracts/all.ts'
import { type AuditChange, type AuditEntry, listAuditLog } from '#contracts/audit-log.ts'
import { type ActionTime, actionTimeKey, historyAt } from '#server/modules/tasks/public.ts'
import { pageBounds } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { isUuid } from '#server/platform/ids.ts'
import { readFilter } from './filters.ts'
import { idsIn, type NameOf, namedChanges, readNames } from './names.ts'
import { pageStatement, totalStatement } from './statements.ts'

interface AuditRow {
  id: string
  seq: number
  at: Date
  actor_id: string
  actor_name: string
  actor_kind: AuditEntry['actor']['kind']
  action: string
  target: string | null
  target_name: string | null
  fields: string[]
  changes: AuditChange[] | null
  source: string | null
  request_id: string
  hash: Buffer
}

const { actionLabels } = auditTexts('en')

const actionTimeOf = ({ target, actor_id: actorId, at }: AuditRow): ActionTime => ({
  taskId: target ?? '',
  actorId,
  at,
})

/** Whether the entry is about a task. */
const isOfTask = ({ action, target }: AuditRow): boolean =>
  action.startsWith('tasks.') && target !== null && isUuid(target)

const present = (row: AuditRow, told: AuditEntry['told'], nameOf: NameOf): AuditEntry => ({
  id: row.id,
  seq: row.seq,
  at: row.at.toISOString(),
  actor: { id: row.actor_id, name: row.actor_name, kind: row.actor_kind },
  action: row.action,
  // An entry whose endpoint no longer exists shows its code.
  actionText: actionLabels[row.action] ?? row.action,
  target: row.target,
  targetName: row.target_name,
  told: [...told],
  changes: namedChanges(row.changes ?? [], nameOf),
  fields: row.fields,
  source: row.source,
  requestId: row.request_id,
  hash: row.hash.toString('hex'),
})

export default serve(listAuditLog)(async (ctx, { query }) => {
  const filter = readFilter(query, ctx.tenant.timeZone)
  const counting = totalStatement(ctx.tenantId, filter)
  const [counted] = await ctx.run<{ n: number }>(counting.text, counting.values)
  const total = counted?.n ?? 0
  if (total === 0) return { items: [], total }
  const { limit, offset } = pageBounds(query)
  const page = pageStatement(ctx.tenantId, filter, {
    descending: query.sort !== 'at',
    limit,
    offset,
    total,
  })
  const rows = await ctx.run<AuditRow>(page.text, page.values)
  const histories = await historyAt(ctx, rows.filter(isOfTask).map(actionTimeOf))
  const historyOf = (row: AuditRow): AuditEntry['told'] =>
    isOfTask(row)
      ? (histories.get(actionTimeKey(actionTimeOf(row))) ?? []).map(({ text, changes }) => ({
          text,
          changes,
        }))
      : []
  const nameOf = await readNames(ctx, idsIn(rows.flatMap(({ changes }) => changes ?? [])))
  return { items: rows.map((row) => present(row, historyOf(row), nameOf)), total }
})
