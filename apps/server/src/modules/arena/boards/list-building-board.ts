import { listBuildingBoard } from '#contracts/arena/boards.ts'
import { inOrder, pageOf } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { seasonOf } from '../seasons/current-season.ts'
import { buildingBoard } from './building-board.ts'

export default serve(listBuildingBoard)(async (ctx, { query }) => {
  const season = await seasonOf(ctx, query.season)
  const places = season ? await buildingBoard(ctx, season) : []
  return pageOf(
    inOrder(places, query.sort, ({ change }) => change),
    query,
  )
})
