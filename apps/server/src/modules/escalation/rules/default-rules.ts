/** The door to escalation rules: what a new tenant starts with. */
import type { EscalationAction } from '#contracts/escalation/rules.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'

interface Default {
  readonly atPercent: number
  readonly names: { readonly en: string; readonly de: string }
  readonly then: EscalationAction
}

const defaults: readonly Default[] = [
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

/** They act once the plan has escalation. @param language of the tenant */
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
        // Listed in the order of their moments.
        created_at: new Date(ctx.now.getTime() + index),
        updated_at: ctx.now,
      })),
    )
    .execute()
}
