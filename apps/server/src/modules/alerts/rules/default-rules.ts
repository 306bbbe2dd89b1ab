/** Default rules of a new tenant, and creating several rules at once. */
import type { AlertRule } from '#contracts/alerts/rules.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'

type DefaultRule = Pick<AlertRule, 'name' | 'trigger' | 'action' | 'windowMinutes'> & {
  readonly builtIn: string
}

const trigger = { maxRating: null, withoutIssue: false, safety: false, count: null }
const action = { priority: null, category: null, notify: [] }

export const defaultAlertRules: readonly DefaultRule[] = [
  {
    builtIn: 'safety',
    name: 'A person may be in danger',
    trigger: { ...trigger, kind: 'ISSUE', safety: true },
    action: { ...action, kind: 'TASK', priority: 'URGENT', notify: ['TECHNICIAN', 'MANAGER'] },
    windowMinutes: null,
  },
  {
    builtIn: 'issue',
    name: 'Any issue',
    trigger: { ...trigger, kind: 'ISSUE' },
    action: { ...action, kind: 'TASK' },
    windowMinutes: null,
  },
  {
    builtIn: 'rating',
    name: 'A poor rating without an issue',
    trigger: { ...trigger, kind: 'RATING', maxRating: 2, withoutIssue: true },
    action: { ...action, kind: 'TASK' },
    windowMinutes: null,
  },
  {
    builtIn: 'reporters',
    name: 'Three people report the same',
    trigger: { ...trigger, kind: 'COUNT', count: 3 },
    action: { ...action, kind: 'RAISE_PRIORITY' },
    windowMinutes: null,
  },
  {
    builtIn: 'usage',
    name: 'Used fifty times since the last cleaning',
    trigger: { ...trigger, kind: 'USAGE', count: 50 },
    action: { ...action, kind: 'TASK', category: 'NOT_CLEAN' },
    windowMinutes: null,
  },
  {
    builtIn: 'repeat',
    name: 'The same fault three times in 14 days',
    trigger: { ...trigger, kind: 'REPEAT', count: 3 },
    action: { ...action, kind: 'TASK' },
    windowMinutes: 14 * 24 * 60,
  },
]

/** Initial names; the tenant may rename the rules. */
const germanNames: Readonly<Record<string, string>> = {
  safety: 'Gefahr für Menschen',
  issue: 'Jedes Anliegen',
  rating: 'Schlechte Bewertung ohne Anliegen',
  reporters: 'Drei Personen melden dasselbe',
  usage: 'Fünfzigmal benutzt seit der letzten Reinigung',
  repeat: 'Derselbe Fehler dreimal in 14 Tagen',
}

/** @param language of the tenant */
export const createDefaultAlertRules = async (ctx: TenantContext, language: string): Promise<void> => {
  const names = language.startsWith('de') ? germanNames : {}
  await ctx.db
    .insertInto('alert_rule')
    .values(
      defaultAlertRules.map((rule, position) => ({
        tenant_id: ctx.tenantId,
        id: newId(ctx.now.getTime()),
        name: names[rule.builtIn] ?? rule.name,
        position,
        built_in: rule.builtIn,
        trigger: JSON.stringify(rule.trigger),
        scope: '{}',
        action: JSON.stringify(rule.action),
        window_minutes: rule.windowMinutes,
        created_at: ctx.now,
      })),
    )
    .execute()
}
