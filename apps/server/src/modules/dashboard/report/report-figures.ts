/** All numbers of a report from one snapshot, by the functions of the screens' endpoints. */
import type { Overview, PeriodNotes } from '#contracts/dashboard.ts'
import type { AmenityPerformance, BuildingComparison, IssueFigure } from '#contracts/figures.ts'
import type { ReportContent } from '#contracts/reports.ts'
import type { InspectionFigures } from '#contracts/scout/figures.ts'
import type { FigureContext } from '#server/platform/context.ts'
import type { TrendDay } from '#ui/charts/trend.ts'
import { notesOf } from '../day-notes.ts'
import { type InspectedAmenity, inspectedAmenities, inspectionFigures } from '../figures/inspections.ts'
import { issueFigures } from '../figures/issues.ts'
import type { Figures } from '../figures/open-figures.ts'
import { amenityPerformance, buildingComparison } from '../figures/performance.ts'
import { dailyRatings, presentDays, tenantRatings } from '../figures/series.ts'
import { sortedPage } from '../figures/sorted-page.ts'
import { meanOf, presentChange, presentCount, presentDistribution, totalOf } from '../figures/statistics.ts'
import { taskFigures } from '../overview-figures.ts'

/** A table has days up to this number, and months for longer periods. */
const mostDays = 31

export interface ReportStep {
  /** its first day in the period */
  readonly date: string
  readonly count: number
  readonly rated: number
  readonly average: number | null
}

export interface ReportFigures {
  readonly feedback: Overview['feedback']
  /** ratings of the previous period */
  readonly ratedBefore: number
  /** standard deviation of all the tenant's ratings in the period; 0 without any */
  readonly deviation: number
  /** `count` is the number of ratings, on which the average is based */
  readonly days: readonly TrendDay[]
  readonly notes: PeriodNotes
  readonly by: 'day' | 'month'
  readonly steps: readonly ReportStep[]
  readonly issues: readonly IssueFigure[]
  /** submissions that name any issue */
  readonly named: number
  readonly amenities: readonly AmenityPerformance[]
  readonly tasks: Overview['tasks']
  readonly buildings: readonly BuildingComparison[]
  /** the same for the overview of the team, the most submissions first; empty in files for others */
  readonly compared: readonly BuildingComparison[]
  readonly inspections: Omit<InspectionFigures, 'trend'>
  /** the lowest average first */
  readonly inspected: readonly InspectedAmenity[]
}

const noTasks: Overview['tasks'] = {
  open: 0,
  inProgress: 0,
  done: 0,
  overdue: 0,
  created: 0,
  createdChange: null,
}

const noInspections: ReportFigures['inspections'] = {
  ...{ count: 0, average: null, passed: 0, share: null, low: null, high: null },
  last: null,
}

const sorted = <T extends { id: string }>(all: readonly T[], by: string): readonly T[] =>
  sortedPage(all, { page: 1, pageSize: all.length }, by, 'id').items

/** Blocks that are not in `contents` are not counted. */
export const reportFigures = async (
  ctx: FigureContext,
  figures: Figures,
  contents: readonly ReportContent[],
  language: 'en' | 'de',
): Promise<ReportFigures> => {
  const { filter, period } = figures
  const has = (...some: ReportContent[]): boolean => some.some((one) => contents.includes(one))
  const [daily, all, notes] = await Promise.all([
    dailyRatings(ctx, figures, filter),
    tenantRatings(ctx, figures),
    notesOf(ctx, period, filter),
  ])
  const [{ issues, named }, amenities, tasks, buildings, inspections, inspected] = await Promise.all([
    has('ISSUES') ? issueFigures(ctx, figures, filter, language) : { issues: [], named: 0 },
    has('AMENITIES') ? amenityPerformance(ctx, figures, filter, all.prior) : [],
    has('TASKS', 'OVERVIEW') ? taskFigures(ctx, figures) : noTasks,
    has('SLA', 'OVERVIEW') ? buildingComparison(ctx, figures, filter, all.prior) : [],
    has('INSPECTIONS') ? inspectionFigures(ctx, figures) : noInspections,
    has('INSPECTIONS') ? inspectedAmenities(ctx, figures) : [],
  ])
  const by = period.days.length <= mostDays ? 'day' : 'month'
  const groups = Map.groupBy(daily.days, ({ date }) => (by === 'day' ? date : date.slice(0, 7)))
  return {
    feedback: {
      ...presentCount(daily.now),
      ...presentChange(daily.now, daily.before),
      distribution: presentDistribution(daily.now),
    },
    ratedBefore: daily.before.rated,
    deviation: all.prior?.deviation ?? 0,
    days: presentDays(daily).map(({ date, rated, average }) => ({ date, count: rated, average })),
    notes,
    by,
    steps: [...groups.values()].map((days) => {
      const tally = totalOf(days.map((day) => day.tally))
      return { date: days[0]?.date ?? '', count: tally.count, rated: tally.rated, average: meanOf(tally) }
    }),
    issues,
    named,
    // Lowest first, so that a table or chart that is cut short contains the important ones.
    amenities: sorted(amenities, 'score'),
    tasks,
    buildings: has('SLA') ? sorted(buildings, 'name') : [],
    compared: has('OVERVIEW') ? sorted(buildings, '-count') : [],
    inspections,
    inspected,
  }
}
