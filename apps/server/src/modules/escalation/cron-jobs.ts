import type { CronJob } from '#server/platform/context.ts'
import { runDueJobsOfKinds } from '#server/platform/work/scheduled-jobs.ts'
import { escalate } from './escalate.ts'
import { walkOpen } from './hear.ts'
import { readRules } from './read-rules.ts'
import { escalationKind, escalationWalk, followEscalationRules } from './schedule-steps.ts'

/**
 * The worker does what is due each second; this does it for whoever wants it now, and goes over all open tasks in batches,
 * so that one that has lost its row gets it again.
 */
const escalation: CronJob = {
  name: 'escalation',
  cron: '41 2 * * *',
  run: async (platform, forEachTenant) => {
    const handlers = new Map([
      [escalationKind, escalate],
      [escalationWalk, walkOpen],
    ])
    await forEachTenant(async (ctx) => {
      if ((await readRules(ctx)).length > 0) await followEscalationRules(ctx)
    })
    await runDueJobsOfKinds(platform, handlers)
  },
}

export const cronJobs: readonly CronJob[] = [escalation]
