/** Deletes access log entries after 90 days, and revoked links as well, which say until then that they are revoked. */
import type { ScheduledJobHandler } from '#server/platform/work/scheduled-jobs.ts'
import { findLink } from './link-row.ts'
import { deleteTokens } from './tokens.ts'

export const trimKind = 'share.trim'

const day = 86_400_000
const keptMs = 90 * day
const batch = 5000

export const trimsAt = (now: Date): Date => new Date(now.getTime() + day)

const trimText = `delete from share_access where tenant_id = $1 and id = any(array(
    select id from share_access where tenant_id = $1 and link_id = $2 and at < $3 order by at, id limit ${batch}))
  returning id`
const countText = 'update share_link set logged = logged - $3 where tenant_id = $1 and id = $2'
const forgetText = 'delete from share_link where tenant_id = $1 and id = $2'

const trim: ScheduledJobHandler = async (ctx, linkId) => {
  const row = await findLink(ctx, linkId)
  if (!row) return
  const old = new Date(ctx.now.getTime() - keptMs)
  const gone = await ctx.run(trimText, [ctx.tenantId, linkId, old])
  if (gone.length > 0) await ctx.run(countText, [ctx.tenantId, linkId, gone.length])
  if (gone.length === batch) {
    await ctx.schedule(trimKind, linkId, ctx.now)
    return
  }
  if (row.revoked_at !== null && row.revoked_at <= old) {
    await deleteTokens(ctx, linkId)
    await ctx.run(forgetText, [ctx.tenantId, linkId])
    return
  }
  await ctx.schedule(trimKind, linkId, trimsAt(ctx.now))
}

export const linkWork = { [trimKind]: trim }
