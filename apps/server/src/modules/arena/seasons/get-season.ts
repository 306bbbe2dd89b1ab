import { getSeason } from '#contracts/arena/boards.ts'
import { notFound } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { wordsFor } from '../words/words.ts'
import { readSeason } from './current-season.ts'
import { presentSeasons } from './present-season.ts'

export default serve(getSeason)(async (ctx, { params }) => {
  const [shown] = await presentSeasons(ctx, [await readSeason(ctx, params.id)], await wordsFor(ctx))
  if (!shown) throw notFound()
  return shown
})
