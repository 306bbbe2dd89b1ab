/** Presents a routing rule's row, and adds defaults to its input. */
import { isDeepStrictEqual } from 'node:util'
import type { Selectable } from 'kysely'
import type { Static } from 'typebox'
import type {
  createRoutingRule,
  RoutingAction,
  RoutingConditions,
  RoutingRule,
} from '#contracts/routing/rules.ts'
import type { AssignTarget, AssignTargetInput } from '#contracts/routing/targets.ts'
import { requireScope } from '#server/modules/places/lookup/public.ts'
import { isAssignable } from '#server/modules/tasks/public.ts'
import type { StaffContext, TenantContext } from '#server/platform/context.ts'
import { byPosition, withPosition } from '#server/platform/db/positions.ts'
import type { RoutingRule as RuleTable } from '#server/platform/db/tables.ts'
import { forbidden, invalid, notFound } from '#server/platform/errors.ts'

export type RuleRow = Selectable<RuleTable>

export interface RuleParts {
  readonly when: RoutingConditions
  readonly then: RoutingAction
}

export const partsOf = (row: RuleRow): RuleParts => ({
  when: row.conditions as RoutingConditions,
  then: row.action as RoutingAction,
})

const readTarget = (input: AssignTargetInput): AssignTarget => {
  const { userId, operatorId, companyId, onCall } = input
  const given = [userId, operatorId, companyId, onCall].filter((value) => value !== undefined)
  if (given.length !== 1)
    throw invalid('body.then.assign', 'must have exactly one of userId, operatorId, companyId and onCall')
  if (userId !== undefined) return { userId }
  if (operatorId !== undefined) return { operatorId }
  if (companyId !== undefined) return { companyId }
  return { onCall: true }
}

/**
 * Without priorities or sources a rule applies to all of them; an empty list in the scope matches nothing and is
 * kept.
 */
const normalConditions = ({ priorities, sources, ...rest }: RoutingConditions): RoutingConditions => {
  const { ratingAtMost, hours, onShift, ...scope } = rest
  return {
    ...scope,
    ...(ratingAtMost === undefined ? {} : { ratingAtMost }),
    ...(priorities?.length ? { priorities } : {}),
    ...(sources?.length ? { sources } : {}),
    ...(hours === undefined ? {} : { hours }),
    ...(onShift === undefined ? {} : { onShift }),
  }
}

type Input = Partial<Pick<Static<typeof createRoutingRule.body>, 'when' | 'then'>>

/** Conditions and action are each replaced as a whole. @throws ServiceError VALIDATION_ERROR */
export const applyInput = (input: Input, before?: RuleParts): RuleParts => {
  const { assign, ...rest } = input.then ?? {}
  const then = input.then ? { ...rest, ...(assign ? { assign: readTarget(assign) } : {}) } : before?.then
  if (!then || (then.assign === undefined && then.priority === undefined))
    throw invalid('body.then', 'must set who gets the task, or its priority')
  if (then.takeWithinMinutes !== undefined && then.assign === undefined)
    throw invalid('body.then.takeWithinMinutes', 'needs an assignee who must start in time')
  return { when: input.when ? normalConditions(input.when) : (before?.when ?? {}), then }
}

/** @throws ServiceError FORBIDDEN: on-shift conditions and "on call" need ENTERPRISE */
export const requirePlan = (ctx: StaffContext, { when, then }: RuleParts): void => {
  const asksForShifts = when.onShift !== undefined || (then.assign !== undefined && 'onCall' in then.assign)
  // guard: shift-routing-plan
  if (asksForShifts && ctx.tenant.plan !== 'ENTERPRISE')
    throw forbidden('On-shift conditions and on call in rules need the plan ENTERPRISE')
}

/**
 * Everything that the rule names must exist; of a change only what it adds. @throws ServiceError NOT_FOUND,
 * VALIDATION_ERROR
 */
export const requireParts = async (
  ctx: TenantContext,
  { when, then: { assign } }: RuleParts,
  before?: RuleParts,
): Promise<void> => {
  await requireScope(ctx, when, 'body.when', before?.when)
  if (!assign || 'onCall' in assign || isDeepStrictEqual(assign, before?.then.assign)) return
  const key =
    'userId' in assign
      ? ({ kind: 'USER', id: assign.userId } as const)
      : 'operatorId' in assign
        ? ({ kind: 'OPERATOR', id: assign.operatorId } as const)
        : ({ kind: 'COMPANY', id: assign.companyId } as const)
  if (!(await isAssignable(ctx, key))) throw notFound()
}

const targetsText = `select r.id, x.name, x.active from routing_rule r cross join lateral (
    select name, removed_at is null and state <> 'DISABLED' as active from app_user
      where tenant_id = $1 and id = (r.action #>> '{assign,userId}')::uuid
    union all select name, state = 'ACTIVE' from operator
      where tenant_id = $1 and id = (r.action #>> '{assign,operatorId}')::uuid
    union all select name, state = 'ACTIVE' from company
      where tenant_id = $1 and id = (r.action #>> '{assign,companyId}')::uuid
  ) x where r.tenant_id = $1 and r.id = any($2::uuid[])`

/** In the given order, each with the name of its target. */
export const presentRules = async (ctx: TenantContext, rows: readonly RuleRow[]): Promise<RoutingRule[]> => {
  const targets = await ctx.run<{ id: string; name: string; active: boolean }>(targetsText, [
    ctx.tenantId,
    rows.map(({ id }) => id),
  ])
  const byRule = new Map(targets.map(({ id, name, active }) => [id, { name, active }]))
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    enabled: row.enabled,
    position: row.position,
    ...partsOf(row),
    target: byRule.get(row.id) ?? null,
    createdAt: row.created_at.toISOString(),
    version: row.version,
  }))
}

const placeText = `update routing_rule set position = (o.place - 1)::int ${byPosition('routing_rule')}`

/** @param ids in order; the rules are locked */
export const moveRule = async (
  ctx: TenantContext,
  ids: readonly string[],
  id: string,
  position: number,
): Promise<void> => {
  await ctx.run(placeText, [ctx.tenantId, withPosition(ids, id, position)])
}

/** Moves up the rules after a deleted one. @param ids in order; the rules are locked */
export const closeOrder = async (ctx: TenantContext, ids: readonly string[], gone: string): Promise<void> => {
  await ctx.run(placeText, [ctx.tenantId, ids.filter((id) => id !== gone)])
}

/** @throws ServiceError NOT_FOUND */
export const lockRule = async (ctx: TenantContext, id: string): Promise<RuleRow> => {
  const row = await ctx.db
    .selectFrom('routing_rule')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

export const readRule = async (ctx: TenantContext, id: string): Promise<RoutingRule> => {
  const rows = await ctx.db.selectFrom('routing_rule').selectAll().where('id', '=', id).execute()
  const [rule] = await presentRules(ctx, rows)
  if (!rule) throw notFound()
  return rule
}
