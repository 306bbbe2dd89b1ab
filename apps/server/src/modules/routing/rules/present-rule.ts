/** A routing rule's row as the API shows it, and its input made whole. */
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
import type { RoutingRule as RuleTable } from '#server/platform/db/tables.ts'
import { forbidden, invalid, notFound } from '#server/platform/errors.ts'
import { resource } from '#server/platform/resource.ts'

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
    throw invalid('body.then.assign', 'names one of userId, operatorId, companyId and onCall')
  if (userId !== undefined) return { userId }
  if (operatorId !== undefined) return { operatorId }
  if (companyId !== undefined) return { companyId }
  return { onCall: true }
}

/** No priorities or no sources are all of them; an empty list of the scope holds nothing and is kept. */
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

/** Conditions and action each replace the one before as a whole. @throws ServiceError VALIDATION_ERROR */
export const applyInput = (input: Input, before?: RuleParts): RuleParts => {
  const { assign, ...rest } = input.then ?? {}
  const then = input.then ? { ...rest, ...(assign ? { assign: readTarget(assign) } : {}) } : before?.then
  if (!then || (then.assign === undefined && then.priority === undefined))
    throw invalid('body.then', 'says neither who gets the task nor its priority')
  if (then.takeWithinMinutes !== undefined && then.assign === undefined)
    throw invalid('body.then.takeWithinMinutes', 'needs somebody who is to begin in time')
  return { when: input.when ? normalConditions(input.when) : (before?.when ?? {}), then }
}

/** @throws ServiceError FORBIDDEN: on-shift conditions and whoever is on call need ENTERPRISE */
export const requirePlan = (ctx: StaffContext, { when, then }: RuleParts): void => {
  const asksForShifts = when.onShift !== undefined || (then.assign !== undefined && 'onCall' in then.assign)
  // guard: shift-routing-plan
  if (asksForShifts && ctx.tenant.plan !== 'ENTERPRISE')
    throw forbidden('Shifts and on call in rules need the plan ENTERPRISE')
}

/** What the rule names must be there, of a change what it adds. @throws ServiceError NOT_FOUND, VALIDATION_ERROR */
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

/** In the order given, each with the name of whom it means. */
const presentRules = async (ctx: TenantContext, rows: readonly RuleRow[]): Promise<RoutingRule[]> => {
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

export const routingRules = resource({
  table: 'routing_rule',
  ordered: true,
  sorts: { position: 'position', name: 'name', createdAt: 'created_at' },
  present: presentRules,
})
