import { offerGrant } from '#contracts/sharing/grants.ts'
import { conflict, invalid } from '#server/platform/errors.ts'
import { emit } from '#server/platform/events/emit.ts'
import { serve } from '#server/platform/http/serve.ts'
import { newId } from '#server/platform/ids.ts'
import { readScope } from '../scope.ts'
import { presentGrant, readGrant } from './grant-row.ts'

const day = 86_400_000
const usualDays = 365
const yearsAtMost = 5
const mostOpen = 100

const readUntil = (text: string | undefined, now: Date): Date => {
  if (text === undefined) return new Date(now.getTime() + usualDays * day)
  const until = new Date(text)
  if (until <= now) throw invalid('body.until', 'is in the past')
  if (until.getTime() - now.getTime() > yearsAtMost * 366 * day)
    throw invalid('body.until', `is more than ${yearsAtMost} years ahead`)
  return until
}

const lockText = 'select pg_advisory_xact_lock(hashtextextended($1, 0))'
const openText = `select count(*) as n from grant_given where tenant_id = $1 and ended_at is null and until > $2`
const ownText = 'select 1 from tenant where id = $1 and slug = $2'

/** Does not look up the receiver, so that answer and time are the same for an unknown slug. */
export default serve(offerGrant)(async (ctx, { body }) => {
  const until = readUntil(body.until, ctx.now)
  const slug = body.slug.toLowerCase()
  if ((await ctx.run(ownText, [ctx.tenantId, slug])).length > 0)
    throw invalid('body.slug', 'is your own organisation')
  const scope = await readScope(ctx, body.scope ?? {})
  await ctx.run(lockText, [`${ctx.tenantId}:grant`])
  const [open] = await ctx.run<{ n: number }>(openText, [ctx.tenantId, ctx.now])
  if ((open?.n ?? 0) >= mostOpen) throw conflict(`There are already ${mostOpen} open grants`)
  const id = newId(ctx.now.getTime())
  await ctx.db
    .insertInto('grant_given')
    .values({
      tenant_id: ctx.tenantId,
      id,
      slug,
      scope: JSON.stringify(scope),
      measures: body.measures,
      until,
      created_at: ctx.now,
    })
    .execute()
  await emit(ctx, 'internal.grant_offered', { grantId: id, slug })
  return presentGrant(await readGrant(ctx, id), ctx.now)
})
