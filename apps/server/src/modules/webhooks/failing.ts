/** Webhooks that fail, or were switched off because of it; paused ones do not count. */
import { type SqlBool, sql } from 'kysely'
import type { TenantContext } from '#server/platform/context.ts'

/** SQL condition on `webhook`. */
export const fails = sql<SqlBool>`((webhook.enabled and webhook.failing_since is not null)
  or (not webhook.enabled and coalesce(webhook.reason, '') in ('FAILING', 'GONE')))`

export const countFailingWebhooks = async (ctx: TenantContext): Promise<number> => {
  const { n } = await ctx.db
    .selectFrom('webhook')
    .where('deleted_at', 'is', null)
    .where(fails)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}
