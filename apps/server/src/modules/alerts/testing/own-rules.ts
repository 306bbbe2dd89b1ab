/** Alert rules for tests. */
import type { AlertRule } from '#contracts/alerts/rules.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import type { TestTenant } from '#test/world.ts'

/** Inserts the tenant's next rule directly, without the API's checks. */
export const rule =
  (more: {
    trigger: Partial<AlertRule['trigger']>
    action: Partial<AlertRule['action']>
    windowMinutes?: number
  }) =>
  (ctx: TenantContext) =>
    ctx.db
      .insertInto('alert_rule')
      .values({
        tenant_id: ctx.tenantId,
        id: newId(ctx.now.getTime()),
        name: 'Own rule',
        position: 10,
        trigger: JSON.stringify({
          kind: 'ISSUE',
          maxRating: null,
          withoutIssue: false,
          safety: false,
          count: null,
          ...more.trigger,
        }),
        scope: '{}',
        action: JSON.stringify({
          kind: 'NOTICE',
          priority: null,
          category: null,
          notify: [],
          ...more.action,
        }),
        window_minutes: more.windowMinutes ?? null,
        created_at: ctx.now,
      })
      .execute()
/** Disables all other rules. */
export const only = (tenant: TestTenant, ...rules: ((ctx: TenantContext) => Promise<unknown>)[]) =>
  tenant.inside(async (ctx) => {
    await ctx.db.updateTable('alert_rule').set({ enabled: false }).execute()
    for (const one of rules) await one(ctx)
  })
