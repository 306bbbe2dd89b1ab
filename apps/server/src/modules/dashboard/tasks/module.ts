import * as contracts from '#contracts/task-figures.ts'
import { module } from '#server/platform/module.ts'
import getResolutionTimes from './get-resolution-times.ts'
import getSlaFigures from './get-sla-figures.ts'
import getTaskTrends from './get-task-trends.ts'
import listSlaBreaches from './list-sla-breaches.ts'
import listTeamPerformance from './list-team-performance.ts'

export default module({
  name: 'task-figures',
  implements: contracts,
  handlers: { getResolutionTimes, getSlaFigures, getTaskTrends, listSlaBreaches, listTeamPerformance },
})
