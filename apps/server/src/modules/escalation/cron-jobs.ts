import type { CronJob } from '#server/platform/context.ts'
import { runDueJobsOfKinds } from '#server/platform/work/scheduled-jobs.ts'
import { escalate } from './escalate.ts'
import { readRules } from './read-rules.ts'
import { rescheduleOpen } from './reschedule.ts'
import { escalationKind, escalationWalk, followEscalationRules } from './schedule-steps.ts'

/**
 * The worker runs due jobs each second; this cron job also walks through all open tasks, so that a lost scheduled
 * job is restored.
 */
const escalation: CronJob = {
  name: 'escalation',
  cron: '41 2 * * *',
  run: async (platform, forEachTenant) => {
    const handlers = new Map([
      [escalationKind, escalate],
      [escalationWalk, rescheduleOpen],
    ])
    await forEachTenant(async (ctx) => {
      if ((await readRules(ctx)).length > 0) await followEscalationRules(ctx)
    })
    await runDueJobsOfKinds(platform, handlers)
  },
}

export const cronJobs: readonly CronJob[] = [escalation]
