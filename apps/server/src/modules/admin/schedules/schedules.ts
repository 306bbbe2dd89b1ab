/** The job `schedules`: what is due is worked off, and a schedule whose due work is missing is asked for again. */
import type { Platform, Schedule } from '#server/platform/context.ts'
import { tenantContextFor } from '#server/platform/events/tenant-context.ts'
import { newId } from '#server/platform/ids.ts'
import { workOffKinds } from '#server/platform/work/due.ts'
import { runKind } from './present-schedule.ts'
import { runSchedule } from './run-schedule.ts'

const batch = 500

const missingText = `select s.tenant_id, s.id, s.next_at from schedule s where s.enabled and s.next_at <= $1
  and not exists (select from due_work w where w.tenant_id = s.tenant_id and w.kind = '${runKind}' and w.key = s.id::text)
  order by s.next_at limit ${batch}`

interface Missing {
  readonly tenant_id: string
  readonly id: string
  readonly next_at: Date
}

/** By the index of what has come due, over all tenants. @returns how many were asked for */
const restore = async (platform: Platform): Promise<number> => {
  const now = platform.clock.now()
  const { rows } = await platform.databases.worker.query<Missing>({
    name: 'schedules-missing',
    text: missingText,
    values: [now],
  })
  for (const [tenantId, missing] of Map.groupBy(rows, ({ tenant_id }) => tenant_id)) {
    const inside = tenantContextFor(platform, tenantId, 'schedules', newId(now.getTime()))
    await inside((ctx) => ctx.atEach(runKind, new Map(missing.map(({ id, next_at }) => [id, next_at]))))
  }
  return rows.length
}

const runDue: Schedule = {
  name: 'schedules',
  cron: '*/15 * * * *',
  run: async (platform) => {
    const handlers = new Map([[runKind, runSchedule]])
    for (let missing = batch; missing === batch; ) {
      missing = await restore(platform)
      await workOffKinds(platform, handlers)
    }
  },
}

export const schedules: readonly Schedule[] = [runDue]
