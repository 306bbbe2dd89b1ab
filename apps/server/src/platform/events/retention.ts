/**
 * What the platform itself writes and nobody needs any more: handled events after 30 days and the marks of who handled them after 32, kept answers after one,
 * audit entries after 400, buckets of limits when their window has passed, salts of visitors' addresses after 48 hours.
 */

import { forgetOldEntries } from '../audit/forget.ts'
import { movedMicroseconds } from '../clock.ts'
import type { CronJob } from '../context.ts'
import { deleteSome } from '../db/delete-some.ts'
import { keptFrom } from '../gate/salts.ts'

const day = 86_400_000
const keptDays = 30
/** Beyond what may be parked in between: an event that is tried again after that is known to be handled. */
const marksKeptDays = keptDays + 2

export const cronJobs: readonly CronJob[] = [
  {
    name: 'retention',
    // Hourly: an answer that is kept for a day may hold what was only meant to be seen once.
    cron: '17 * * * *',
    run: (_platform, forEachTenant) =>
      forEachTenant(async (ctx) => {
        const daysAgo = (days: number): Date => new Date(ctx.now.getTime() - days * day)
        const more = [
          await deleteSome(
            ctx,
            'delete from event where tenant_id = $1 and at < $2 and dispatched_at is not null',
            daysAgo(keptDays),
          ),
          await deleteSome(
            ctx,
            'delete from event_handled where tenant_id = $1 and at < $2',
            daysAgo(marksKeptDays),
          ),
          await deleteSome(
            ctx,
            'delete from idempotency where tenant_id = $1 and created_at < $2',
            daysAgo(1),
          ),
        ]
        return more.includes(true)
      }),
  },
  {
    name: 'limits',
    cron: '*/5 * * * *',
    run: async ({ databases, clock }) => {
      await databases.worker.query('select rate_sweep($1)', [movedMicroseconds(clock)])
      await databases.worker.query('select forget_source_salts($1)', [keptFrom(clock.now())])
    },
  },
  {
    name: 'audit-retention',
    cron: '37 3 * * *',
    run: (_platform, forEachTenant) => forEachTenant(forgetOldEntries),
  },
]
