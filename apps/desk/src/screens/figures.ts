import {
  getAmenityFigures,
  getBuildingFigures,
  getFeedbackFigures,
  listAmenityPerformance,
  listFeedbackTrends,
} from '#contracts/figures.ts'
import { getReport } from '#contracts/reports.ts'
import {
  getResolutionTimes,
  getSlaFigures,
  getTaskTrends,
  listSlaBreaches,
  listTeamPerformance,
} from '#contracts/task-figures.ts'
import { chartMessages } from '#desk-kit/charts/messages.ts'
import { list, page, queryOf } from '#desk-kit/shell/screen-kinds.ts'
import { facilityMessages } from '../facility-figures/messages.ts'
import {
  amenityOf,
  buildingOf,
  figuresOf,
  readDays,
  readFeedbackFigures,
  readReport,
  trendsOf as trendsOfFeedback,
} from '../facility-figures/search.ts'
import { figureMessages } from '../figures/messages.ts'
import { readSla, readWork, slaFiguresOf, timesOf, trendsOf } from '../figures/search.ts'

export const figuresScreens = {
  figures: page({
    path: '/figures',
    reads: getFeedbackFigures,
    area: 'work',
    key: 'v',
    search: readFeedbackFigures,
    queries: (search) => [
      queryOf(getFeedbackFigures, figuresOf(search)),
      queryOf(listFeedbackTrends, trendsOfFeedback(search)),
    ],
    messages: [chartMessages, facilityMessages, figureMessages],
    load: () => import('../facility-figures/feedback.tsx'),
  }),
  ranking: list({
    path: '/figures/amenities',
    reads: listAmenityPerformance,
    under: 'figures',
    sort: '-score',
    messages: [chartMessages, facilityMessages, figureMessages],
    load: () => import('../facility-figures/ranking.tsx'),
  }),
  amenityFigures: page({
    path: '/amenities/$id/figures',
    reads: getAmenityFigures,
    under: 'ranking',
    search: readDays,
    queries: (search, id) => [queryOf(getAmenityFigures, amenityOf(search, id))],
    messages: [chartMessages, facilityMessages, figureMessages],
    load: () => import('../facility-figures/amenity.tsx'),
  }),
  buildingFigures: page({
    path: '/buildings/$id/figures',
    reads: getBuildingFigures,
    under: 'figures',
    search: readDays,
    queries: (search, id) => [queryOf(getBuildingFigures, buildingOf(search, id))],
    messages: [chartMessages, facilityMessages, figureMessages],
    load: () => import('../facility-figures/building.tsx'),
  }),
  reports: page({
    path: '/reports',
    reads: getReport,
    under: 'figures',
    search: readReport,
    messages: [facilityMessages],
    load: () => import('../facility-figures/report.tsx'),
  }),
  workFigures: page({
    path: '/work-figures',
    reads: getTaskTrends,
    under: 'figures',
    search: readWork,
    queries: (search) => [
      queryOf(getTaskTrends, trendsOf(search)),
      queryOf(getResolutionTimes, timesOf(search)),
    ],
    messages: [chartMessages, figureMessages],
    load: () => import('../figures/work.tsx'),
  }),
  sla: page({
    path: '/sla',
    reads: getSlaFigures,
    under: 'workFigures',
    search: readSla,
    queries: (search) => [queryOf(getSlaFigures, slaFiguresOf(search))],
    messages: [chartMessages, figureMessages],
    load: () => import('../figures/sla.tsx'),
  }),
  breaches: list({
    path: '/sla/breaches',
    reads: listSlaBreaches,
    under: 'sla',
    messages: [figureMessages],
    load: () => import('../figures/breaches.tsx'),
  }),
  teamFigures: list({
    path: '/team-figures',
    reads: listTeamPerformance,
    under: 'workFigures',
    messages: [figureMessages],
    load: () => import('../figures/team.tsx'),
  }),
}
