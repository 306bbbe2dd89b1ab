/** Calls every endpoint of figures and reports where it differs from a plain count. */
import type { Overview } from '#contracts/dashboard.ts'
import type {
  AmenityFigures,
  AmenityPerformance,
  BuildingComparison,
  BuildingFigures,
  FeedbackFigures,
  HeatmapCell,
  IssueFigure,
  Trend,
} from '#contracts/figures.ts'
import { pick, plainRows, type World } from './figures-stage.ts'
import {
  changed,
  counted,
  dayAfter,
  dayStart,
  daysBetween,
  distribution,
  localOf,
  mean,
  type PlainRow,
  ratingsOf,
  score,
  share,
} from './plain-count.ts'

/** Paths at which two values differ; numbers may differ by rounding. */
const differences = (actual: unknown, expected: unknown, path: string): string[] => {
  if (typeof actual === 'number' && typeof expected === 'number')
    return Math.abs(actual - expected) < 1e-9 ? [] : [`${path}: ${actual} instead of ${expected}`]
  if (typeof actual === 'object' && typeof expected === 'object' && actual !== null && expected !== null) {
    const keys = new Set([...Object.keys(actual), ...Object.keys(expected)])
    return [...keys].flatMap((key) =>
      differences(
        actual[key as keyof typeof actual],
        expected[key as keyof typeof expected],
        `${path}.${key}`,
      ),
    )
  }
  return actual === expected
    ? []
    : [`${path}: ${JSON.stringify(actual)}, and not ${JSON.stringify(expected)}`]
}

interface FigureQuery {
  readonly from: string
  readonly to: string
  readonly buildingIds: readonly string[]
  readonly amenityIds: readonly string[]
  readonly types: readonly string[]
}

/** Random days of the last months, with random filters. */
export const randomQuery = ({ next, server, buildings, amenities, timeZone }: World): FigureQuery => {
  const { date: today } = localOf(timeZone, server.clock.now().getTime())
  const to = dayAfter(today, -Math.floor(next() ** 2 * 60))
  const long = next() < 0.3
  return {
    from: dayAfter(to, -Math.floor(next() * (long ? 100 : 20))),
    to,
    buildingIds:
      next() < 0.5 ? [pick(next, buildings).id, ...(next() < 0.4 ? [pick(next, buildings).id] : [])] : [],
    amenityIds: next() < 0.25 ? [pick(next, amenities).id] : [],
    types: next() < 0.25 ? [pick(next, amenities).type] : [],
  }
}

const searchOf = ({ from, to, buildingIds, amenityIds, types }: FigureQuery, more = ''): string => {
  const search = new URLSearchParams({ from, to, pageSize: '100' })
  if (buildingIds.length > 0) search.set('buildingId', buildingIds.join())
  if (amenityIds.length > 0) search.set('amenityId', amenityIds.join())
  if (types.length > 0) search.set('type', types.join())
  return `?${search}${more}`
}

const within = (rows: readonly PlainRow[], zone: string, from: string, to: string): PlainRow[] =>
  rows.filter(({ at }) => {
    const { date } = localOf(zone, at)
    return date >= from && date <= to
  })

interface Sides {
  readonly zone: string
  readonly now: readonly PlainRow[]
  /** the period before, up to the same elapsed time */
  before(at: number): readonly PlainRow[]
}

const sidesOf = (rows: readonly PlainRow[], zone: string, { from, to }: FigureQuery): Sides => {
  const days = daysBetween(from, to) + 1
  return {
    zone,
    now: within(rows, zone, from, to),
    before: (at) => {
      const { date: today } = localOf(zone, at)
      return within(rows, zone, dayAfter(from, -days), dayAfter(from, -1)).filter((row) => {
        const { date } = localOf(zone, row.at)
        const likeIt = dayAfter(date, days)
        return likeIt === today ? row.at - dayStart(zone, date) < at - dayStart(zone, today) : likeIt < today
      })
    },
  }
}

const trendOf = ({ zone, now }: Sides, { from, to }: FigureQuery) =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => {
    const date = dayAfter(from, index)
    return { date, ...counted(now.filter(({ at }) => localOf(zone, at).date === date)) }
  })

const heatmapOf = (world: World, { now }: Sides): unknown[] => {
  const zoneOf = new Map(world.buildings.map(({ id, zone }) => [id, zone]))
  const local = (row: PlainRow) => localOf(zoneOf.get(row.buildingId) ?? 'UTC', row.at)
  const by = Map.groupBy(now, (row) => (local(row).weekday - 1) * 24 + local(row).hour)
  return Array.from({ length: 168 }, (_, index) => ({
    weekday: Math.floor(index / 24) + 1,
    hour: index % 24,
    ...counted(by.get(index) ?? []),
  }))
}

const issuesOf = (now: readonly PlainRow[], before: readonly PlainRow[]) => {
  const named = now.filter(({ codes }) => codes.length > 0).length
  const naming = (rows: readonly PlainRow[], code: string): number =>
    rows.filter(({ codes }) => codes.includes(code)).length
  return [...new Set(now.flatMap(({ codes }) => codes))]
    .map((code) => {
      const [n, earlier] = [naming(now, code), naming(before, code)]
      return { code, count: n, ...share(n, named), change: earlier === 0 ? null : (n - earlier) / earlier }
    })
    .sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1))
}

const keyOf = (world: World, group: string) => {
  const typeOf = new Map(world.amenities.map(({ id, type }) => [id, type]))
  return (row: PlainRow): string => {
    if (group === 'building') return row.buildingId
    return group === 'amenity' ? row.amenityId : group === 'type' ? (typeOf.get(row.amenityId) ?? '') : 'ALL'
  }
}

/** Each point holds the rows from its start to the next. */
const seriesOf = (actual: Trend, rows: readonly PlainRow[], all: readonly PlainRow[], end: number) => {
  const m = mean(ratingsOf(all))
  const s = m === null ? 0 : Math.sqrt(mean(ratingsOf(all).map((rating) => (rating - m) ** 2)) ?? 0)
  return actual.points.map(({ at }, index) => {
    const [from, to] = [Date.parse(at), Date.parse(actual.points[index + 1]?.at ?? '') || end]
    const some = counted(rows.filter((row) => row.at >= from && row.at < to))
    const margin = (1.96 * s) / Math.sqrt(some.rated)
    return {
      at,
      ...some,
      low: some.average === null ? null : Math.max(1, some.average - margin),
      high: some.average === null ? null : Math.min(5, some.average + margin),
    }
  })
}

const startsStep = (by: string, zone: string, at: number, first: boolean): boolean => {
  const [here, before] = [localOf(zone, at), localOf(zone, at - 1)]
  if (first) return here.date !== before.date
  if (by === 'hour') return new Date(at).getTime() === at && (here.hour !== before.hour || at % 900_000 === 0)
  if (here.date === before.date) return false
  return by === 'day' || (by === 'week' ? here.weekday === 1 : here.date.endsWith('-01'))
}

const rated = (rows: readonly { score: number | null; rated: number }[], score: number | null, n: number) =>
  score === null || n < 5
    ? null
    : 1 + rows.filter((one) => one.rated >= 5 && (one.score ?? 0) > score + 1e-12).length

/** @returns the differences, and how many endpoints were called */
export const compareFigures = async (world: World): Promise<{ wrong: string[]; asked: number }> => {
  const { server, key, buildings, amenities, timeZone, next } = world
  const question = randomQuery(world)
  const stored = (await plainRows(world)).filter((row) => row.counted)
  const typeOf = new Map(amenities.map(({ id, type }) => [id, type]))
  const { buildingIds, amenityIds, types } = question
  const matches = (row: PlainRow): boolean =>
    (buildingIds.length === 0 || buildingIds.includes(row.buildingId)) &&
    (amenityIds.length === 0 || amenityIds.includes(row.amenityId)) &&
    (types.length === 0 || types.includes(typeOf.get(row.amenityId) ?? ''))
  const only = new Set(buildingIds).size === 1 ? buildingIds[0] : undefined
  const zone = buildings.find(({ id }) => id === only)?.zone ?? timeZone
  const sides = sidesOf(stored.filter(matches), zone, question)
  const { now: all } = sidesOf(stored, zone, question)
  const wrong: string[] = []
  let asked = 0

  const ask = async <T>(
    path: string,
  ): Promise<{ data: T; period: unknown; at: number; json: Record<string, unknown> }> => {
    const reply = await server.call<T>('GET', path, { key })
    asked += 1
    if (reply.status !== 200) throw new Error(`${path}: ${reply.text}`)
    const json = reply.json as unknown as Record<string, unknown>
    const { data } = reply.json
    const said = (json.period ? json : data) as { period?: unknown; freshness?: string; generatedAt?: string }
    return { data, json, period: said.period, at: Date.parse(said.freshness ?? said.generatedAt ?? '') }
  }
  const check = (path: string, actual: unknown, expected: unknown): void => {
    wrong.push(...differences(actual, expected, path).slice(0, 3))
  }
  const period = { from: question.from, to: question.to, timeZone: zone, limitedBy: null }

  const overviewPath = `/api/dashboard/overview${searchOf(question)}`
  const overview = await ask<Overview>(overviewPath)
  check(
    overviewPath,
    [overview.period, overview.data.feedback],
    [
      period,
      {
        ...counted(sides.now),
        ...changed(sides.now, sides.before(overview.at)),
        distribution: distribution(sides.now),
      },
    ],
  )

  const feedbackPath = `/api/dashboard/feedback${searchOf(question)}`
  const { data: feedback, at: feedbackAt } = await ask<FeedbackFigures>(feedbackPath)
  check(feedbackPath, feedback, {
    period,
    freshness: feedback.freshness,
    ...counted(sides.now),
    ...changed(sides.now, sides.before(feedbackAt)),
    distribution: distribution(sides.now),
    trend: trendOf(sides, question),
    notes: [],
    heatmap: heatmapOf(world, sides),
    replied: 0,
    repliedShare: share(0, sides.now.length).share,
    repliedLow: share(0, sides.now.length).low,
    repliedHigh: share(0, sides.now.length).high,
  })

  const heatmapPath = `/api/dashboard/feedback/heatmap${searchOf(question)}`
  const heatmap = await ask<HeatmapCell[]>(heatmapPath)
  check(
    heatmapPath,
    [heatmap.period, heatmap.data, heatmap.json.count],
    [period, heatmapOf(world, sides), sides.now.length],
  )

  const by = pick(
    next,
    daysBetween(question.from, question.to) > 30
      ? ['day', 'week', 'month']
      : ['hour', 'day', 'week', 'month'],
  )
  const group = pick(next, ['', 'building', 'type', 'amenity'])
  const trendsPath = `/api/dashboard/feedback/trends${searchOf(question, `&by=${by}${group ? `&group=${group}` : ''}`)}`
  const trends = await ask<Trend[]>(trendsPath)
  check(trendsPath, trends.period, period)
  const byKey = Map.groupBy(sides.now, keyOf(world, group))
  const wanted = byKey.size
  check(`${trendsPath} groups`, trends.data.length, wanted)
  for (const one of trends.data) {
    const rows = byKey.get(one.key) ?? []
    check(
      `${trendsPath} ${one.key}`,
      [counted(rows), one.points],
      [
        { count: one.count, rated: one.rated, average: one.average },
        seriesOf(one, rows, all, Number.POSITIVE_INFINITY),
      ],
    )
    const odd = one.points.filter(({ at }, index) => !startsStep(by, zone, Date.parse(at), index === 0))
    check(`${trendsPath} steps`, odd.map(({ at }) => at).join(), '')
  }

  const issuesPath = `/api/dashboard/feedback/issues${searchOf(question)}`
  const issues = await ask<IssueFigure[]>(issuesPath)
  check(
    issuesPath,
    [issues.period, issues.json.count, issues.json.named, issues.data.map(({ name: _, ...rest }) => rest)],
    [
      period,
      sides.now.length,
      sides.now.filter(({ codes }) => codes.length > 0).length,
      issuesOf(sides.now, sides.before(issues.at)),
    ],
  )

  const performance = (rows: readonly PlainRow[], earlier: readonly PlainRow[]) => ({
    ...counted(rows),
    ...score(rows, all),
    ...changed(rows, earlier),
  })
  const performancePath = `/api/dashboard/amenities/performance${searchOf(question)}`
  const ranking = await ask<AmenityPerformance[]>(performancePath)
  const earlier = sides.before(ranking.at)
  const performanceOf = (id: string) => {
    const own = (rows: readonly PlainRow[]) => rows.filter((row) => row.amenityId === id)
    return performance(own(sides.now), own(earlier))
  }
  check(
    performancePath,
    [ranking.period, ranking.json.mean, ranking.json.rated],
    [period, mean(ratingsOf(all)), ratingsOf(all).length],
  )
  const expectedRows = ranking.data.map(({ id }) => performanceOf(id))
  for (const [
    index,
    { id, name: _, building: __, location: ___, type: ____, archived: _____, openTasks: ______, ...actual },
  ] of ranking.data.entries()) {
    const expected = expectedRows[index] ?? performanceOf(id)
    check(`${performancePath} ${id}`, actual, {
      ...expected,
      rank: rated(expectedRows, expected.score, expected.rated),
    })
  }
  const shown = new Set(ranking.data.map(({ id }) => id))
  check(
    `${performancePath} all`,
    [...new Set([...sides.now, ...earlier].map(({ amenityId }) => amenityId))]
      .filter((id) => !shown.has(id))
      .join(),
    '',
  )

  const amenity = pick(next, amenities)
  const amenityZone = buildings.find(({ id }) => id === amenity.buildingId)?.zone ?? timeZone
  const ofAmenity = sidesOf(
    stored.filter((row) => row.amenityId === amenity.id),
    amenityZone,
    question,
  )
  const allThere = sidesOf(stored, amenityZone, question).now
  const amenityPath = `/api/dashboard/amenities/${amenity.id}?from=${question.from}&to=${question.to}`
  const { data: one, at: amenityAt } = await ask<AmenityFigures>(amenityPath)
  const amenityBefore = ofAmenity.before(amenityAt)
  check(
    amenityPath,
    [one.period, one.feedback, one.issues.map(({ name: _, ...rest }) => rest)],
    [
      { ...period, timeZone: amenityZone },
      {
        ...counted(ofAmenity.now),
        ...score(ofAmenity.now, allThere),
        ...changed(ofAmenity.now, amenityBefore),
        distribution: distribution(ofAmenity.now),
        trend: trendOf(ofAmenity, question),
      },
      issuesOf(ofAmenity.now, amenityBefore),
    ],
  )

  const comparisonPath = `/api/dashboard/buildings/comparison${searchOf(question)}`
  const comparison = await ask<BuildingComparison[]>(comparisonPath)
  check(comparisonPath, comparison.period, period)
  for (const actual of comparison.data) {
    const mine = (rows: readonly PlainRow[]) => rows.filter(({ buildingId }) => buildingId === actual.id)
    const expected = performance(mine(sides.now), mine(sides.before(comparison.at)))
    check(
      `${comparisonPath} ${actual.id}`,
      Object.fromEntries(Object.keys(expected).map((name) => [name, actual[name as keyof typeof actual]])),
      expected,
    )
  }

  const building = pick(next, buildings)
  const ofBuilding = sidesOf(
    stored.filter((row) => row.buildingId === building.id),
    building.zone,
    question,
  )
  const allHere = sidesOf(stored, building.zone, question).now
  const buildingPath = `/api/dashboard/buildings/${building.id}?from=${question.from}&to=${question.to}`
  const { data: house, at: buildingAt } = await ask<BuildingFigures>(buildingPath)
  const buildingBefore = ofBuilding.before(buildingAt)
  check(
    buildingPath,
    [house.period, house.feedback],
    [
      { ...period, timeZone: building.zone },
      {
        ...counted(ofBuilding.now),
        ...score(ofBuilding.now, allHere),
        ...changed(ofBuilding.now, buildingBefore),
        distribution: distribution(ofBuilding.now),
      },
    ],
  )
  for (const actual of house.floors.flatMap((floor) => floor.amenities)) {
    const [now, before] = [ofBuilding.now, buildingBefore].map((rows) =>
      rows.filter(({ amenityId }) => amenityId === actual.id),
    )
    check(
      `${buildingPath} ${actual.id}`,
      [actual.count, actual.average, actual.change],
      [now?.length ?? 0, mean(ratingsOf(now ?? [])), changed(now ?? [], before ?? []).change],
    )
  }
  return { wrong, asked }
}
