import type { TenantContext } from '#server/platform/context.ts'

/** Says that a note of this transaction was written in Slack. */
export const setNoteSource = (ctx: TenantContext, noteId: string, source: 'SLACK'): Promise<unknown> =>
  ctx.run('update task_note set source = $3 where tenant_id = $1 and id = $2', [ctx.tenantId, noteId, source])
