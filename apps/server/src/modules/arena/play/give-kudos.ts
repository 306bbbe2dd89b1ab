import { giveKudos } from '#contracts/arena/play.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { newId } from '#server/platform/ids.ts'
import { tellPlayer } from '../news.ts'
import { award } from '../points/award.ts'
import { asPlayer } from '../profile/present-profile.ts'
import { wordsFor } from '../words/words.ts'
import { kudosADay, leftToday, presentKudos, readPlayers } from './kudos.ts'

const backAndForthDays = 7

export default serve(giveKudos)(async (given, { body }) => {
  const ctx = asPlayer(given)
  if (body.to === ctx.actor.id) throw invalid('body.to', 'nobody thanks themselves')
  // The row is locked so that two at once do not both count as the third of the day.
  await ctx.run('select 1 from arena_player where tenant_id = $1 and id = $2 for update', [
    ctx.tenantId,
    ctx.actor.id,
  ])
  const to = (await readPlayers(ctx, [body.to])).get(body.to)
  if (!to?.opted_in || to.visibility === 'HIDDEN') throw notFound()
  if ((await leftToday(ctx, ctx.actor.id, ctx.tenant.timeZone)) === 0)
    throw invalid('body.to', `at most ${kudosADay} kudos a day`)
  const thanked = await ctx.run(
    `select 1 from arena_kudos where tenant_id = $1 and from_id = $2 and to_id = $3 and at > $4 limit 1`,
    [ctx.tenantId, body.to, ctx.actor.id, new Date(ctx.now.getTime() - backAndForthDays * 86_400_000)],
  )
  if (thanked.length > 0) throw invalid('body.to', 'they thanked you in the last seven days')
  const row = {
    id: newId(ctx.now.getTime()),
    from_id: ctx.actor.id,
    to_id: body.to,
    reason: body.reason,
    text: body.text ?? null,
    at: ctx.now,
  }
  await ctx.run(
    'insert into arena_kudos (tenant_id, id, from_id, to_id, reason, text, at) values ($1, $2, $3, $4, $5, $6, $7)',
    [ctx.tenantId, row.id, row.from_id, row.to_id, row.reason, row.text, row.at],
  )
  await award(ctx, [ctx.actor.id, body.to])
  await tellPlayer(ctx, body.to, { kind: 'KUDOS', id: row.id })
  const [shown] = await presentKudos(ctx, [row], ctx.actor.id, await wordsFor(ctx))
  if (!shown) throw notFound()
  return shown
})
