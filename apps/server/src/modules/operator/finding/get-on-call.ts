import type { Operator } from '#contracts/operator/records.ts'
import { getOnCall } from '#contracts/operator.ts'
import { invalid } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { readOperators } from '../operators/present-operator.ts'
import { fitsPlace, onCallAt, termOf } from '../roster/covering.ts'
import { dutyWithin, gapsIn, mergeSpans, within } from '../roster/duty.ts'
import { readRoster } from '../roster/read-roster.ts'
import type { Span } from '../roster/shifts.ts'
import { readTimeZoneAt } from '../roster/time-zone.ts'
import { findUncovered } from './uncovered.ts'

const dayMs = 24 * 3_600_000
const aheadMs = 14 * dayMs
const furthestMs = 3653 * dayMs

const iso = (at: number): string => new Date(at).toISOString()
const isoSpan = ({ from, to }: Span) => ({ from: iso(from), to: iso(to) })

export default serve(getOnCall)(async (ctx, { query }) => {
  const at = query.at ? new Date(query.at) : ctx.now
  if (at.getTime() - ctx.now.getTime() > furthestMs) throw invalid('query.at', 'is more than 10 years ahead')
  const buildingId = query.buildingId ?? query.building ?? null
  const timeZone = await readTimeZoneAt(ctx, buildingId)
  const skill = query.skill ?? null
  const place = { buildingId, anywhere: buildingId === null, type: null, skill, timeZone }
  const roster = await readRoster(ctx)
  const chain = onCallAt(roster, place, at)
  const range = { from: at.getTime(), to: at.getTime() + aheadMs }
  const spans = roster.operators
    .filter((operator) => fitsPlace(operator, place))
    .map((operator) => ({
      operator,
      on: within(dutyWithin(operator, timeZone, range), termOf(operator, place)),
    }))
  const first = chain[0]
  const covered = mergeSpans(spans.flatMap(({ on }) => on))
  const ownEnd = spans.find(({ operator }) => operator.id === first?.id)?.on[0]?.to
  const nextStart = spans.flatMap(({ on }) => on.map(({ from }) => from)).filter((from) => from > range.from)
  const until = first ? ownEnd : nextStart.length > 0 ? Math.min(...nextStart) : undefined
  const shown = await readOperators(
    ctx,
    chain.map(({ id }) => id),
  )
  const people = chain.map(({ id }) => shown.get(id)).filter((one): one is Operator => one !== undefined)
  const gaps = gapsIn(covered, range)
  const uncovered = await findUncovered(ctx, roster, { buildingId, skill, range, nobody: gaps })
  return {
    responsible: people[0] ?? null,
    until: until === undefined || until > range.to ? null : iso(until),
    chain: people,
    gaps: gaps.map(isoSpan),
    uncovered: uncovered.map((entry) => ({ ...entry, gaps: entry.gaps.map(isoSpan) })),
    timeZone,
  }
})
