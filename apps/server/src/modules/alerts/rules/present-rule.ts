/** An alert rule's row as the API shows it, and its input made whole. */
import type { Selectable } from 'kysely'
import type { Static } from 'typebox'
import type { AlertRule, createAlertRule, updateAlertRule } from '#contracts/alerts/rules.ts'
import type { Matches } from '#contracts/kit/pieces.ts'
import { tryRule } from '#server/modules/alerts/public.ts'
import { addedTo } from '#server/modules/places/lookup/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { AlertRule as RuleTable } from '#server/platform/db/tables.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import { resource } from '#server/platform/resource.ts'

export type RuleRow = Selectable<RuleTable>
export type RuleParts = Pick<AlertRule, 'trigger' | 'scope' | 'action' | 'windowMinutes'>
type Input = Partial<
  Pick<Static<typeof createAlertRule.body>, 'trigger' | 'action' | 'scope' | 'windowMinutes'>
> &
  Partial<Pick<Static<typeof updateAlertRule.body>, 'trigger' | 'action'>>

export const partsOf = (row: RuleRow): RuleParts => ({
  trigger: row.trigger as AlertRule['trigger'],
  scope: row.scope as AlertRule['scope'],
  action: row.action as AlertRule['action'],
  windowMinutes: row.window_minutes,
})

export const presentRule = (row: RuleRow): AlertRule => ({
  id: row.id,
  name: row.name,
  enabled: row.enabled,
  position: row.position,
  builtIn: row.built_in !== null,
  ...partsOf(row),
  createdAt: row.created_at.toISOString(),
  version: row.version,
})

/** What the input leaves out: nothing is used, everywhere is meant, nobody is told. */
const blank: RuleParts = {
  trigger: { kind: 'ISSUE', maxRating: null, withoutIssue: false, safety: false, count: null },
  scope: {},
  action: { kind: 'TASK', priority: null, category: null, notify: [] },
  windowMinutes: null,
}

const scopeFrom = (input: Input['scope'], before: AlertRule['scope']): AlertRule['scope'] =>
  Object.fromEntries(Object.entries({ ...before, ...input }).filter(([, list]) => list !== null))

/** A trigger or an action replaces the one before as a whole; of the scope only the lists that are given. */
export const applyInput = (input: Input, before: RuleParts = blank): RuleParts => ({
  trigger: input.trigger ? { ...blank.trigger, ...input.trigger } : before.trigger,
  scope: scopeFrom(input.scope, before.scope),
  action: input.action ? { ...blank.action, ...input.action } : before.action,
  windowMinutes: input.windowMinutes === undefined ? before.windowMinutes : input.windowMinutes,
})

const requireSense = ({ trigger, action }: RuleParts): void => {
  if (trigger.kind === 'RATING' && trigger.maxRating === null)
    throw invalid('body.trigger.maxRating', 'is needed for RATING')
  if (
    (trigger.kind === 'COUNT' || trigger.kind === 'USAGE' || trigger.kind === 'REPEAT') &&
    trigger.count === null
  )
    throw invalid('body.trigger.count', `is needed for ${trigger.kind}`)
  if (trigger.kind === 'REPEAT' && (trigger.count ?? 0) < 2)
    throw invalid('body.trigger.count', 'must be 2 or more: a fault that came once is no repeated one')
  if ((trigger.kind === 'USAGE' || trigger.kind === 'REPEAT') && action.kind === 'RAISE_PRIORITY')
    throw invalid('body.action.kind', `${trigger.kind} opens a task or tells people`)
  if (action.kind === 'NOTICE' && action.notify.length === 0)
    throw invalid('body.action.notify', 'a notice goes to somebody')
}

/**
 * What the rule names must be there, of a change what it adds.
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND for a building or a location
 */
export const requireParts = async (
  ctx: TenantContext,
  parts: RuleParts,
  before: RuleParts = blank,
): Promise<void> => {
  requireSense(parts)
  const { action } = parts
  const scope = addedTo(before.scope, parts.scope)
  const own = action.category === before.action.category ? null : action.category
  const codes = [...new Set([...scope.categories, ...(own === null ? [] : [own])])]
  const [known] = await ctx.run<{
    buildings: number
    locations: number
    types: string[]
    categories: string[]
  }>(
    `select (select count(*) from building where tenant_id = $1 and id = any($2::uuid[]) and archived_at is null) as buildings,
            (select count(*) from location where tenant_id = $1 and id = any($5::uuid[])) as locations,
            array(select code from amenity_type where tenant_id = $1 and code = any($3::text[])) as types,
            array(select distinct c.value ->> 'code' from amenity_type t, jsonb_array_elements(t.categories) c
                  where t.tenant_id = $1 and c.value ->> 'code' = any($4::text[])) as categories`,
    [ctx.tenantId, scope.buildingIds, scope.types, codes, scope.locationIds],
  )
  if (known?.buildings !== scope.buildingIds.length || known.locations !== scope.locationIds.length)
    throw notFound()
  const type = scope.types.find((code) => !known.types.includes(code))
  if (type !== undefined) throw invalid('body.scope.types', `there is no amenity type ${type}`)
  const category = codes.find((code) => !known.categories.includes(code))
  if (category !== undefined) {
    throw invalid(
      category === action.category ? 'body.action.category' : 'body.scope.categories',
      `there is no issue category ${category}`,
    )
  }
}

/** Every report meets every rule. */
const mostRules = 100

/** @throws ServiceError CONFLICT */
export const requireRoom = (there: number, more: number): void => {
  if (there + more > mostRules) throw conflict(`There are ${mostRules} rules at most, and ${there} already`)
}

const roomText = `select count(*) as count, count(*) filter (where i.id is null or (r.position, r.id) < (i.position, i.id)) as place
  from alert_rule r left join alert_rule i on i.tenant_id = $1 and i.built_in = 'issue' where r.tenant_id = $1`

/**
 * How many rules there are, and the place of a new one for which nobody chose one: before "any issue", which decides
 * about every issue that comes to it. At the end where that is not there.
 */
export const readRoom = async (ctx: TenantContext): Promise<{ count: number; place: number }> => {
  const [row] = await ctx.run<{ count: number; place: number }>(roomText, [ctx.tenantId])
  return row ?? { count: 0, place: 0 }
}

/** What the rule would have done in the last 30 days, as the API tells it. */
export const tryParts = async (
  ctx: TenantContext,
  rule: Parameters<typeof tryRule>[1],
  page: Matches | undefined,
) => {
  const { fired, matches, sampled } = await tryRule(ctx, rule, page)
  return { wouldHaveFired: fired, matches: [...matches], sampled }
}

export const alertRules = resource({
  table: 'alert_rule',
  ordered: true,
  sorts: { position: 'position', name: 'name', createdAt: 'created_at' },
  present: (_, rows: readonly RuleRow[]) => rows.map(presentRule),
})
