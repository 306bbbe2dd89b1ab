/** SLA policies of the campus; one task is so late that escalation rules have run. */
import { usualTargets } from '#contracts/sla/policies.ts'
import { escalate } from '#server/modules/escalation/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import type { DemoIds } from './jobs-to-tasks.ts'

const working: [string, string][] = [
  ['06:30', '12:00'],
  ['12:30', '20:00'],
]

/** In the order in which they are tried. */
const policies = (ids: DemoIds, year: number) => [
  {
    name: 'Harbour Clinic, day and night',
    scope: { buildingIds: [ids.buildingId('clinic')] },
    targets: {
      ...usualTargets,
      HIGH: { respondMinutes: 30, resolveMinutes: 240, clock: 'ALWAYS' },
      MEDIUM: { respondMinutes: 240, resolveMinutes: 1440, clock: 'ALWAYS' },
      LOW: { respondMinutes: 4320, resolveMinutes: 10_080, clock: 'ALWAYS' },
    },
    calendar: null,
  },
  {
    name: 'Whole campus, in working hours',
    scope: {},
    targets: usualTargets,
    calendar: {
      weekly: {
        '1': working,
        '2': working,
        '3': working,
        '4': working,
        '5': working,
        '6': [['09:00', '13:00']],
      },
      holidays: [`${year}-12-25`, `${year}-12-26`, `${year + 1}-01-01`],
    },
  },
]

export const writePolicies = async (ctx: TenantContext, ids: DemoIds, now: Date): Promise<void> => {
  await ctx.db
    .insertInto('sla_policy')
    .values(
      policies(ids, now.getUTCFullYear()).map(({ name, scope, targets, calendar }, position) => ({
        tenant_id: ctx.tenantId,
        id: newId(ctx.now.getTime()),
        name,
        position,
        scope: JSON.stringify(scope),
        targets: JSON.stringify(targets),
        calendar: calendar && JSON.stringify(calendar),
        created_at: ctx.now,
        updated_at: ctx.now,
      })),
    )
    .execute()
}

/** Runs the default escalation rules on this task, each at its due time. */
export const escalateLate = async (ctx: TenantContext, title: string): Promise<void> => {
  const [task] = await ctx.run<{ id: string }>(
    "select id from task where tenant_id = $1 and title = $2 and status <> 'DONE'",
    [ctx.tenantId, title],
  )
  if (!task) throw new Error(`The demo has no open task ${title}`)
  await escalate(ctx, task.id, ctx.now)
}
