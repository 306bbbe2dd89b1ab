import { listBadges } from '#contracts/arena/boards.ts'
import { badgeCodes } from '#contracts/arena/records.ts'
import { inOrder, pageOf } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { wordsFor } from '../words/words.ts'

export default serve(listBadges)(async (ctx, { query }) => {
  const { badges } = await wordsFor(ctx)
  const shown = badgeCodes.map((code) => ({
    code,
    name: badges[code][0],
    condition: badges[code][1],
    icon: code.toLowerCase().replaceAll('_', '-'),
  }))
  return pageOf(
    inOrder(shown, query.sort, ({ name }) => name),
    query,
  )
})
