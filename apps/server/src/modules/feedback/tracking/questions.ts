/** How often an address is asked whether it wants mails, by whatever page it was typed into. */
import type { TenantContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'

const dayMs = 24 * 3600_000
/** An address waiting to be confirmed is asked again at most once in this time. */
export const askAgainAfterMs = 15 * 60_000
/** It is forgotten this long after it was asked last: until then the link in each mail holds. */
export const unconfirmedForMs = 3 * dayMs
/** Nobody's mailbox is filled by somebody who types its address in, again and again or into many pages. */
const askedAtMostPerDay = 5

const countText = 'select count(*) as n from status_ask where tenant_id = $1 and address = $2 and at > $3'
const noteText = 'insert into status_ask (tenant_id, id, address, at) values ($1, $2, $3, $4)'

export const questionOverKind = 'status.question_over'

/** One address at a time, so that its daily count holds. */
export const lockAddress = async (ctx: TenantContext, email: string): Promise<void> => {
  await ctx.run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `${ctx.tenantId}:subscribe:${email}`,
  ])
}

/**
 * Notes one more question to an address that is locked.
 * @returns false where it had its share of the day
 */
export const noteQuestion = async (ctx: TenantContext, email: string): Promise<boolean> => {
  const address = ctx.platform.keys.mac('status-ask', `${ctx.tenantId}:${email}`)
  const since = new Date(ctx.now.getTime() - dayMs)
  const [day] = await ctx.run<{ n: number }>(countText, [ctx.tenantId, address, since])
  if ((day?.n ?? 0) >= askedAtMostPerDay) return false
  const id = newId(ctx.now.getTime())
  await ctx.run(noteText, [ctx.tenantId, id, address, ctx.now])
  await ctx.schedule(questionOverKind, id, new Date(ctx.now.getTime() + dayMs))
  return true
}

export const forgetQuestion = async (ctx: TenantContext, id: string): Promise<void> => {
  await ctx.run('delete from status_ask where tenant_id = $1 and id = $2', [ctx.tenantId, id])
}
