/** Default escalation rules of a new tenant. */
import type { EscalationAction } from '#contracts/escalation/rules.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'

interface DefaultRule {
  readonly atPercent: number
  readonly names: { readonly en: string; readonly de: string }
  readonly then: EscalationAction
}

const defaults: readonly DefaultRule[] = [
  {
    atPercent: 75,
    names: { en: 'Three quarters of the time are used', de: 'Drei Viertel der Zeit sind um' },
    then: { notify: ['ASSIGNEE'] },
  },
  {
    atPercent: 100,
    names: { en: 'The time is used', de: 'Die Zeit ist um' },
    then: { notify: ['MANAGER'], assign: null },
  },
  {
    atPercent: 150,
    names: { en: 'Half as late again', de: 'Um die Hälfte überschritten' },
    then: { notify: ['ADMIN'] },
  },
]

/** They take effect once the plan includes escalation. @param language of the tenant */
export const createDefaultEscalationRules = async (ctx: TenantContext, language: string): Promise<void> => {
  await ctx.db
    .insertInto('escalation_rule')
    .values(
      defaults.map(({ atPercent, names, then: action }, index) => ({
        tenant_id: ctx.tenantId,
        id: newId(ctx.now.getTime()),
        name: names[language.startsWith('de') ? 'de' : 'en'],
        level: JSON.stringify({ clock: 'RESOLVE', atPercent }),
        action: JSON.stringify(action),
        // Different times keep them in the order of their levels.
        created_at: new Date(ctx.now.getTime() + index),
        updated_at: ctx.now,
      })),
    )
    .execute()
}
