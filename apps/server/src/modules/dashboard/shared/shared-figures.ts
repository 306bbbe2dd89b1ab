/** Figures for people without an account, by the functions of the screens, within what is shared. */

import type { AmenityPerformance, BuildingComparison } from '#contracts/figures.ts'
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import type { SharedContent } from '#contracts/reports.ts'
import { type SharedView, sharedRows } from '#contracts/sharing/view.ts'
import type { FigureContext } from '#server/platform/context.ts'
import { issueFigures } from '../figures/issues.ts'
import { aboutOf, type Figures } from '../figures/open-figures.ts'
import { amenityPerformance, buildingComparison } from '../figures/performance.ts'
import { dailyRatings, presentDays, tenantRatings } from '../figures/series.ts'
import { sortedPage } from '../figures/sorted-page.ts'
import { presentChange, presentCount, presentDistribution } from '../figures/statistics.ts'
import type { Filter } from '../filters.ts'
import { taskFigures } from '../overview-figures.ts'
import { type CommentOptions, sharedComments } from './comments.ts'

export interface SharedInput extends CommentOptions {
  readonly contents: readonly SharedContent[]
  readonly language: VisitorLanguage
  /** which amenities are listed if the number is limited; absent: those with the highest score, as on the screens */
  readonly amenitiesBy?: 'score' | '-score'
}

export type SharedFigures = Pick<
  SharedView,
  | 'freshness'
  | 'feedback'
  | 'trend'
  | 'issues'
  | 'amenities'
  | 'amenityCount'
  | 'tasks'
  | 'buildings'
  | 'comments'
> & { readonly period: NonNullable<SharedView['period']> }

/** An amenity that moved away counts in its former building; its current building is then not shown. */
export const buildingShown = (
  { buildingIds }: Filter,
  { building }: Pick<AmenityPerformance, 'building'>,
): string | null => (buildingIds === undefined || buildingIds.includes(building.id) ? building.name : null)

const shownAmenities = (
  filter: Filter,
  all: readonly AmenityPerformance[],
  sort: string,
): SharedView['amenities'] =>
  sortedPage(all, { page: 1, pageSize: sharedRows.amenities }, sort, 'id').items.map((amenity) => {
    const { name, type, count, rated, average, score, low, high, rank, change, openTasks } = amenity
    const building = buildingShown(filter, amenity)
    const location = building === null ? '' : amenity.location
    return {
      name,
      building,
      location,
      type,
      count,
      rated,
      average,
      score,
      low,
      high,
      rank,
      change,
      openTasks,
    }
  })

const shownBuildings = (all: readonly BuildingComparison[]): SharedView['buildings'] =>
  sortedPage(all, { page: 1, pageSize: Math.max(1, all.length) }, 'name', 'id').items.map(
    // Ratings and tasks are contents of their own, so they are left out of the SLA block.
    ({ name, slaMet, slaMissed, slaShare, slaLow, slaHigh }) => ({
      name,
      slaMet,
      slaMissed,
      slaShare,
      slaLow,
      slaHigh,
    }),
  )

/** Blocks that are not in `contents` are not counted. Call `openFiguresUnder` first in the transaction. */
export const sharedFigures = async (
  ctx: FigureContext,
  figures: Figures,
  { contents, language, amenitiesBy = '-score', ...words }: SharedInput,
): Promise<SharedFigures> => {
  const { filter } = figures
  const has = (...some: SharedContent[]): boolean => some.some((one) => contents.includes(one))
  const [daily, all] = await Promise.all([
    has('OVERVIEW', 'FEEDBACK') ? dailyRatings(ctx, figures, filter) : undefined,
    has('AMENITIES', 'SLA') ? tenantRatings(ctx, figures) : undefined,
  ])
  const [issues, amenities, tasks, buildings, comments] = await Promise.all([
    has('ISSUES') ? issueFigures(ctx, figures, filter, language) : undefined,
    has('AMENITIES') ? amenityPerformance(ctx, figures, filter, all?.prior) : undefined,
    has('OVERVIEW', 'TASKS') ? taskFigures(ctx, figures) : null,
    has('SLA') ? buildingComparison(ctx, figures, filter, all?.prior) : undefined,
    has('FEEDBACK') && (words.comments || words.photos)
      ? sharedComments(ctx, figures, words, language)
      : null,
  ])
  return {
    ...aboutOf(ctx, figures),
    feedback: daily
      ? {
          ...presentCount(daily.now),
          ...presentChange(daily.now, daily.before),
          distribution: presentDistribution(daily.now),
        }
      : null,
    trend: daily ? presentDays(daily) : null,
    issues: issues ? issues.issues.slice(0, sharedRows.issues) : null,
    amenities: amenities ? shownAmenities(filter, amenities, amenitiesBy) : null,
    amenityCount: amenities?.length ?? 0,
    tasks,
    buildings: buildings ? shownBuildings(buildings) : null,
    comments,
  }
}
