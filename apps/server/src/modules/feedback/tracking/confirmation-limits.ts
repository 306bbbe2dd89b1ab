/** Limits how often an address gets confirmation emails, on all pages together. */
import type { TenantContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'

const dayMs = 24 * 3600_000
/** Milliseconds between two confirmation emails to an unconfirmed address. */
export const askAgainAfterMs = 15 * 60_000
/** Milliseconds after the last confirmation email in which its link works; then the address is erased. */
export const unconfirmedForMs = 3 * dayMs
/** Protects mailboxes from somebody who enters an address again and again, or on many pages. */
const maxPerDay = 5

const countText = 'select count(*) as n from status_ask where tenant_id = $1 and address = $2 and at > $3'
const recordText = 'insert into status_ask (tenant_id, id, address, at) values ($1, $2, $3, $4)'

export const questionOverKind = 'status.question_over'

/** Locks one address, so that its daily count is right. */
export const lockAddress = async (ctx: TenantContext, email: string): Promise<void> => {
  await ctx.run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `${ctx.tenantId}:subscribe:${email}`,
  ])
}

/**
 * Counts one more confirmation email to a locked address.
 * @returns false if it reached its daily limit
 */
export const recordQuestion = async (ctx: TenantContext, email: string): Promise<boolean> => {
  const address = ctx.platform.keys.mac('status-ask', `${ctx.tenantId}:${email}`)
  const since = new Date(ctx.now.getTime() - dayMs)
  const [day] = await ctx.run<{ n: number }>(countText, [ctx.tenantId, address, since])
  if ((day?.n ?? 0) >= maxPerDay) return false
  const id = newId(ctx.now.getTime())
  await ctx.run(recordText, [ctx.tenantId, id, address, ctx.now])
  await ctx.schedule(questionOverKind, id, new Date(ctx.now.getTime() + dayMs))
  return true
}

export const eraseQuestion = async (ctx: TenantContext, id: string): Promise<void> => {
  await ctx.run('delete from status_ask where tenant_id = $1 and id = $2', [ctx.tenantId, id])
}
