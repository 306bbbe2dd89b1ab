import { reportKudos } from '#contracts/arena/play.ts'
import { notFound } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { newId } from '#server/platform/ids.ts'
import { asPlayer } from '../profile/present-profile.ts'

// Kudos that an administrator has decided about are not hidden by another flag.
const hideText = `update arena_kudos set hidden_at = $3 where tenant_id = $1 and id = $2 and hidden_at is null
  and not exists (select from arena_dispute d where d.tenant_id = $1 and d.kudos_id = $2)`
const openText = `insert into arena_dispute (tenant_id, id, kind, player_id, kudos_id, reason, at)
  values ($1, $2, 'KUDOS', $3, $4, $5, $6) on conflict do nothing`

export default serve(reportKudos)(async (given, { params, body }) => {
  const ctx = asPlayer(given)
  const found = await ctx.run('select 1 from arena_kudos where tenant_id = $1 and id = $2', [
    ctx.tenantId,
    params.id,
  ])
  if (found.length === 0) throw notFound()
  await ctx.run(hideText, [ctx.tenantId, params.id, ctx.now])
  await ctx.run(openText, [
    ctx.tenantId,
    newId(ctx.now.getTime()),
    ctx.actor.id,
    params.id,
    body?.reason ?? '',
    ctx.now,
  ])
  return { id: params.id }
})
