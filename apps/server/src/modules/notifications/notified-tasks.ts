/** Of which new tasks a person has already been notified. */
import type { NotificationKind } from '#contracts/preferences.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { channelsFor, type Reader } from '#server/platform/mail/members.ts'

const kindsOf: Readonly<Record<string, readonly NotificationKind[]>> = {
  ASSIGNED: ['taskAssigned'],
  NEW: ['urgentTask', 'taskNew'],
}

/** The tasks among these of which the person was notified; kinds that they have switched off do not count. */
export const notifiedTasks = async (
  ctx: TenantContext,
  reader: Reader,
  taskIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (taskIds.length === 0) return new Set()
  const rows = await ctx.run<{ task_id: string; kind: string }>(
    'select task_id, kind from task_mail where tenant_id = $1 and user_id = $2 and task_id = any($3::uuid[])',
    [ctx.tenantId, reader.id, taskIds],
  )
  const notified = rows.filter(({ kind }) => (kindsOf[kind] ?? []).every((one) => channelsFor(reader, one)))
  return new Set(notified.map(({ task_id }) => task_id))
}
