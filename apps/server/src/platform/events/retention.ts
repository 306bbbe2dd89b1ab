/**
 * Deletes old data of the platform: handled events after 30 days, their handled marks after 32, idempotency answers
 * after one, audit entries after 400, rate limit buckets after their window, salts after 48 hours.
 */

import { forgetOldEntries } from '../audit/forget.ts'
import { movedMicroseconds } from '../clock.ts'
import type { CronJob } from '../context.ts'
import { deleteSome } from '../db/delete-some.ts'
import { keptFrom } from '../gate/salts.ts'

const day = 86_400_000
const keptDays = 30
/** An outbox that was not heard of for so long is gone with its phone. */
const operationsKeptDays = 90
/** Longer than events can be parked, so that a retried event is still known as handled. */
const marksKeptDays = keptDays + 2

export const cronJobs: readonly CronJob[] = [
  {
    name: 'retention',
    // Hourly, since an answer may contain a secret that was to be shown once.
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
      await databases.worker.query('delete from blocked_source where noted_at < $1', [keptFrom(clock.now())])
      await databases.worker.query('select forget_source_salts($1)', [keptFrom(clock.now())])
    },
  },
  {
    name: 'codes-retention',
    cron: '27 * * * *',
    run: async ({ databases, clock }) => {
      const yesterday = new Date(clock.now().getTime() - day)
      await databases.worker.query('delete from one_time_code where expires_at < $1', [yesterday])
      await databases.worker.query('delete from spent_state where expires_at < $1', [yesterday])
      await databases.worker.query('delete from provider_event where received_at < $1', [
        new Date(clock.now().getTime() - keptDays * day),
      ])
    },
  },
  {
    // The name is older than the other outboxes whose operations are kept there.
    name: 'tasks.forget-operations',
    cron: '25 3 * * *',
    run: (_platform, forEachTenant) =>
      forEachTenant((ctx) =>
        deleteSome(
          ctx,
          'delete from task_operation where tenant_id = $1 and at < $2',
          new Date(ctx.now.getTime() - operationsKeptDays * day),
        ),
      ),
  },
  {
    name: 'audit-retention',
    cron: '37 3 * * *',
    run: (_platform, forEachTenant) => forEachTenant(forgetOldEntries),
  },
]
