import { listScoutRounds } from '#contracts/scout/phone/walk.ts'
import { openRoundStates, roundStates } from '#contracts/scout/rounds.ts'
import { readScout } from '#server/modules/scout/own/public.ts'
import { pageBounds } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { startOfLocalDay } from '#server/platform/local-day.ts'
import { roundsById, visibleRound, visibleTo } from './own-rounds.ts'

// Days of the organisation's calendar.
const among = `from round r join building b on b.tenant_id = $1 and b.id = r.building_id
  where r.tenant_id = $1 and ${visibleRound} and r.state = any($5::text[])
    and ($6::timestamptz is null or r.due_by >= $6) and ($7::timestamptz is null or r.due_by < $7)`
const countText = `select count(*)::int as total ${among}`
const rowsText = (direction: 'asc' | 'desc') =>
  `select r.id ${among} order by r.due_by ${direction}, r.id ${direction} limit $8 offset $9`
const ascending = rowsText('asc')
const descending = rowsText('desc')

export default serve(listScoutRounds)(async (ctx, { query }) => {
  const scout = await readScout(ctx)
  const wanted = query.state ?? roundStates
  const isOpen = (state: string): boolean => openRoundStates.some((one) => one === state)
  const states = query.open === undefined ? wanted : wanted.filter((state) => isOpen(state) === query.open)
  const { limit, offset } = pageBounds(query)
  const isDescending = query.sort === '-dueBy'
  const zone = scout.time_zone
  const from = query.from === undefined ? null : startOfLocalDay(query.from, zone)
  const to = query.to === undefined ? null : startOfLocalDay(query.to, zone, 1)
  const asked = [ctx.tenantId, ...visibleTo(scout), states, from, to]
  const [[counted], rows] = await Promise.all([
    ctx.run<{ total: number }>(countText, asked),
    ctx.run<{ id: string }>(isDescending ? descending : ascending, [...asked, limit, offset]),
  ])
  const items = await roundsById(
    ctx,
    rows.map(({ id }) => id),
  )
  if (isDescending) items.reverse()
  return { items, total: counted?.total ?? 0 }
})
