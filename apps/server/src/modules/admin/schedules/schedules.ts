/** The job `schedules`: what is due is worked off, and a schedule whose due work is missing is asked for again. */
import type { Schedule, TenantContext } from '#server/platform/context.ts'
import { workOffKinds } from '#server/platform/work/due.ts'
import { runKind } from './present-schedule.ts'
import { runSchedule } from './run-schedule.ts'

const missingText = `select s.id, s.next_at from schedule s where s.tenant_id = $1 and s.enabled and s.next_at is not null
  and not exists (select from due_work w where w.tenant_id = $1 and w.kind = $2 and w.key = s.id::text)`

const restore = async (ctx: TenantContext): Promise<void> => {
  const rows = await ctx.run<{ id: string; next_at: Date }>(missingText, [ctx.tenantId, runKind])
  await ctx.atEach(runKind, new Map(rows.map(({ id, next_at }) => [id, next_at])))
}

const runDue: Schedule = {
  name: 'schedules',
  cron: '40 * * * *',
  run: async (platform, forEachTenant) => {
    await forEachTenant(restore)
    await workOffKinds(platform, new Map([[runKind, runSchedule]]))
  },
}

export const schedules: readonly Schedule[] = [runDue]
