import { createSeason } from '#contracts/arena/admin.ts'
import { serve } from '#server/platform/http/serve.ts'
import { newId } from '#server/platform/ids.ts'
import { seasonKind, settleMs } from '../seasons/move-season.ts'
import { readSettings } from '../settings.ts'
import { readAdminSeason } from './present-admin-season.ts'
import { wordsOfStaff } from './present-arena.ts'
import { checkDates, saveChallenges } from './season-input.ts'

export default serve(createSeason)(async (ctx, { body }) => {
  const dates = { startsAt: new Date(body.startsAt), endsAt: new Date(body.endsAt) }
  await ctx.run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`arena-setting:${ctx.tenantId}`])
  await checkDates(ctx, dates, null)
  const { weights, caps } = await readSettings(ctx)
  const id = newId(ctx.now.getTime())
  await ctx.run(
    `insert into arena_season (tenant_id, id, name, starts_at, ends_at, settles_until, weights, caps, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      ctx.tenantId,
      id,
      body.name,
      dates.startsAt,
      dates.endsAt,
      new Date(dates.endsAt.getTime() + settleMs),
      JSON.stringify(weights),
      JSON.stringify(caps),
      ctx.now,
    ],
  )
  await saveChallenges(ctx, id, dates, body.challenges ?? [])
  await ctx.schedule(seasonKind, id, dates.startsAt)
  return readAdminSeason(ctx, id, await wordsOfStaff(ctx))
})
