/** Presents an alert rule's row, and adds defaults to its input. */
import type { Selectable } from 'kysely'
import type { Static } from 'typebox'
import type { AlertRule, createAlertRule, updateAlertRule } from '#contracts/alerts/rules.ts'
import type { Matches } from '#contracts/kit/pieces.ts'
import { tryRule } from '#server/modules/alerts/public.ts'
import { addedTo } from '#server/modules/places/lookup/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { byPosition, withPosition } from '#server/platform/db/positions.ts'
import type { AlertRule as RuleTable } from '#server/platform/db/tables.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'

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

/** Defaults of fields left out: no uses, everywhere, nobody is notified. */
const blank: RuleParts = {
  trigger: { kind: 'ISSUE', maxRating: null, withoutIssue: false, safety: false, count: null },
  scope: {},
  action: { kind: 'TASK', priority: null, category: null, notify: [] },
  windowMinutes: null,
}

const scopeFrom = (input: Input['scope'], before: AlertRule['scope']): AlertRule['scope'] =>
  Object.fromEntries(Object.entries({ ...before, ...input }).filter(([, list]) => list !== null))

/** Trigger and action are replaced as a whole; of the scope only the given lists. */
export const applyInput = (input: Input, before: RuleParts = blank): RuleParts => ({
  trigger: input.trigger ? { ...blank.trigger, ...input.trigger } : before.trigger,
  scope: scopeFrom(input.scope, before.scope),
  action: input.action ? { ...blank.action, ...input.action } : before.action,
  windowMinutes: input.windowMinutes === undefined ? before.windowMinutes : input.windowMinutes,
})

const requireConsistent = ({ trigger, action }: RuleParts): void => {
  if (trigger.kind === 'RATING' && trigger.maxRating === null)
    throw invalid('body.trigger.maxRating', 'is required for RATING')
  if (
    (trigger.kind === 'COUNT' || trigger.kind === 'USAGE' || trigger.kind === 'REPEAT') &&
    trigger.count === null
  )
    throw invalid('body.trigger.count', `is required for ${trigger.kind}`)
  if (trigger.kind === 'REPEAT' && (trigger.count ?? 0) < 2)
    throw invalid(
      'body.trigger.count',
      'must be 2 or more, because a fault that occurred once is not repeated',
    )
  if ((trigger.kind === 'USAGE' || trigger.kind === 'REPEAT') && action.kind === 'RAISE_PRIORITY')
    throw invalid('body.action.kind', `must open a task or notify people for ${trigger.kind}`)
  if (action.kind === 'NOTICE' && action.notify.length === 0)
    throw invalid('body.action.notify', 'must name at least one role for a notice')
}

/**
 * Everything that the rule names must exist; of a change only what it adds.
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND for a building or a location
 */
export const requireParts = async (
  ctx: TenantContext,
  parts: RuleParts,
  before: RuleParts = blank,
): Promise<void> => {
  requireConsistent(parts)
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

/** Bounded, because every report is checked against every rule. */
const mostRules = 100

/** @throws ServiceError CONFLICT */
export const requireRoom = (there: number, more: number): void => {
  if (there + more > mostRules)
    throw conflict(`At most ${mostRules} rules are possible, and there are ${there}`)
}

const placeText = `update alert_rule set position = (o.place - 1)::int ${byPosition('alert_rule')}`

/** @param ids of all rules in their new order */
export const orderRules = async (ctx: TenantContext, ids: readonly string[]): Promise<void> => {
  await ctx.run(placeText, [ctx.tenantId, ids])
}

/** @param ids in order; the rules are locked */
export const moveRule = (
  ctx: TenantContext,
  ids: readonly string[],
  id: string,
  position: number,
): Promise<void> => orderRules(ctx, withPosition(ids, id, position))

const roomText = `select count(*) as count, count(*) filter (where i.id is null or (r.position, r.id) < (i.position, i.id)) as place
  from alert_rule r left join alert_rule i on i.tenant_id = $1 and i.built_in = 'issue' where r.tenant_id = $1`

/**
 * The number of rules, and the position of a new rule without one: before the rule for "any issue", which handles
 * every issue that reaches it, or at the end if there is none.
 */
export const readRoom = async (ctx: TenantContext): Promise<{ count: number; place: number }> => {
  const [row] = await ctx.run<{ count: number; place: number }>(roomText, [ctx.tenantId])
  return row ?? { count: 0, place: 0 }
}

/** What the rule would have done in the last 30 days, as the API returns it. */
export const dryRunParts = async (
  ctx: TenantContext,
  rule: Parameters<typeof tryRule>[1],
  page: Matches | undefined,
) => {
  const { fired, matches, sampled } = await tryRule(ctx, rule, page)
  return { wouldHaveFired: fired, matches: [...matches], sampled }
}

/** @throws ServiceError NOT_FOUND */
export const findRule = async (ctx: TenantContext, id: string): Promise<RuleRow> => {
  const row = await ctx.db.selectFrom('alert_rule').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** @throws ServiceError NOT_FOUND */
export const lockRule = async (ctx: TenantContext, id: string): Promise<RuleRow> => {
  const row = await ctx.db
    .selectFrom('alert_rule')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

export const readRule = async (ctx: TenantContext, id: string): Promise<AlertRule> =>
  presentRule(
    await ctx.db.selectFrom('alert_rule').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
