import { listSeasons } from '#contracts/arena/boards.ts'
import { pageBounds } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { wordsFor } from '../words/words.ts'
import type { SeasonRow } from './current-season.ts'
import { presentSeasons } from './present-season.ts'

export default serve(listSeasons)(async (ctx, { query }) => {
  const { limit, offset } = pageBounds(query)
  const [[counted], rows] = await Promise.all([
    ctx.run<{ total: number }>('select count(*)::int as total from arena_season where tenant_id = $1', [
      ctx.tenantId,
    ]),
    ctx.run<SeasonRow>(
      `select * from arena_season where tenant_id = $1
       order by starts_at ${query.sort === 'startsAt' ? 'asc' : 'desc'}, id limit $2 offset $3`,
      [ctx.tenantId, limit, offset],
    ),
  ])
  return { items: await presentSeasons(ctx, rows, await wordsFor(ctx)), total: counted?.total ?? 0 }
})
