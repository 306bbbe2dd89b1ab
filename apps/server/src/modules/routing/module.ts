/** Assigns new tasks by rules or by the coverage of companies. */
import { module } from '#server/platform/module.ts'
import { routeCreated, routingJobs } from './route-tasks.ts'

export default module({
  name: 'routing',
  onBatch: {
    'task.created': (ctx, events) =>
      routeCreated(
        ctx,
        events.map(({ payload }) => payload.taskId),
      ),
  },
  scheduledJobs: routingJobs,
})
