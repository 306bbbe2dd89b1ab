/** Support access ends by its time; both audit logs then say how much was read. */
import type { ScheduledJobHandler } from '#server/platform/work/scheduled-jobs.ts'
import { appendNote } from '../audit/append.ts'
import { tellTenant } from '../tell-tenant.ts'

export const endKind = 'support.ends'
export const endedAction = 'supportEnded'

interface Access {
  by_id: string
  by_email: string
  reads: number
}

const endText = `update support_access set ended_at = coalesce(ended_at, until) where tenant_id = $1 and id = $2
  returning by_id, by_email, reads`

export const endSupportAccess: ScheduledJobHandler = async (ctx, id) => {
  const [access] = await ctx.run<Access>(endText, [ctx.tenantId, id])
  if (!access) return
  const changes = [{ field: 'reads', from: null, to: access.reads }]
  tellTenant(ctx, endedAction, changes)
  ctx.beforeCommit(() =>
    appendNote(ctx.run, ctx.platform.keys, {
      at: ctx.now,
      actor: { id: access.by_id, email: access.by_email },
      action: endedAction,
      target: ctx.tenantId,
      requestId: ctx.requestId,
      changes,
    }),
  )
}
