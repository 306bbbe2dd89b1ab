/** Who gets a new task, by rules or by who looks after the place. */
import { module } from '#server/platform/module.ts'
import { routeCreated, takeBackWork } from './route-tasks.ts'

export default module({
  name: 'routing',
  onBatch: {
    'task.created': (ctx, events) =>
      routeCreated(
        ctx,
        events.map(({ payload }) => payload.taskId),
      ),
  },
  scheduledJobs: takeBackWork,
})
