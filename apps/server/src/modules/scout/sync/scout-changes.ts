import { scoutChanges } from '#contracts/scout/phone/sync.ts'
import { readScout } from '#server/modules/scout/own/public.ts'
import { cursorFrom, readChanges } from '#server/platform/changes.ts'
import { serve } from '#server/platform/http/serve.ts'
import { type ScoutChangeKind, type ScoutRecord, sourcesFor } from './change-sources.ts'
import { reachOf } from './reach.ts'

export default serve(scoutChanges)(async (ctx, { query }) => {
  const scout = await readScout(ctx)
  const reach = await reachOf(ctx, scout)
  if (query.cursor === undefined)
    return { changes: [], cursor: cursorFrom(ctx, reach), more: false, reset: true }
  const found = await readChanges<ScoutRecord>(ctx, query.cursor, reach, sourcesFor(scout))
  return {
    ...found,
    changes: found.changes.map(({ kind, ...change }) => ({ ...change, kind: kind as ScoutChangeKind })),
  }
})
