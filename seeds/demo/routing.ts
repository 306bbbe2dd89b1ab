/** Routing rules of the demo, and the tasks that they have just assigned. */

import { routeCreated } from '#server/modules/routing/public.ts'
import { storeRule } from '#server/modules/routing/rules/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { DemoIds } from './jobs-to-tasks.ts'

const weekdays = [1, 2, 3, 4, 5]

/** @param ctx at the current time */
export const writeRouting = async (ctx: TenantContext, ids: DemoIds): Promise<void> => {
  const [company] = await ctx.run<{ id: string }>(
    "select id from company where tenant_id = $1 and kind = 'PROVIDER' order by name limit 1",
    [ctx.tenantId],
  )
  const rules = [
    {
      name: 'Water to the house technician',
      when: { categories: ['LEAK', 'BLOCKED_TOILET', 'NO_HOT_WATER'] },
      then: {
        assign: { userId: ids.userId('technician') },
        priority: 'HIGH' as const,
        takeWithinMinutes: 60,
      },
    },
    ...(company
      ? [
          {
            name: 'Clinic washrooms to the cleaners',
            when: {
              buildingIds: [ids.buildingId('clinic')],
              types: ['WASHROOM'],
              categories: ['NOT_CLEAN', 'NO_PAPER', 'NO_SOAP', 'NO_TOWELS', 'BIN_FULL'],
            },
            then: { assign: { companyId: company.id } },
          },
        ]
      : []),
    {
      name: 'At night to whoever is on call',
      when: { hours: { days: weekdays, from: '20:00', to: '06:00' }, priorities: ['URGENT' as const] },
      then: { assign: { onCall: true as const } },
    },
  ]
  const made: string[] = []
  for (const [position, rule] of rules.entries())
    made.push(await storeRule(ctx, made, { ...rule, enabled: true, position }))
  const waiting = await ctx.run<{ id: string }>(
    `select id from task where tenant_id = $1 and status = 'OPEN' and assignee_id is null and merged_into is null
     order by created_at desc limit 3`,
    [ctx.tenantId],
  )
  await routeCreated(
    ctx,
    waiting.map(({ id }) => id),
  )
}
