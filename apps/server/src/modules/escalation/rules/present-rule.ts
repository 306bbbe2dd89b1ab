/** Presents an escalation rule's row, and adds defaults to its input. */
import { isDeepStrictEqual } from 'node:util'
import type { Selectable } from 'kysely'
import type { Static } from 'typebox'
import type {
  createEscalationRule,
  EscalationAction,
  EscalationLevel,
  EscalationRule,
  updateEscalationRule,
} from '#contracts/escalation/rules.ts'
import type { AssignTarget, AssignTargetInput } from '#contracts/routing/targets.ts'
import { requireScope } from '#server/modules/places/lookup/public.ts'
import { isAssignable } from '#server/modules/tasks/public.ts'
import type { StaffContext, TenantContext } from '#server/platform/context.ts'
import type { EscalationRule as RuleTable } from '#server/platform/db/tables.ts'
import { forbidden, invalid, notFound } from '#server/platform/errors.ts'

type RuleRow = Selectable<RuleTable>
export type RuleParts = Pick<EscalationRule, 'scope' | 'level' | 'then'>
type Input = Partial<Pick<Static<typeof createEscalationRule.body>, 'scope' | 'level' | 'then'>> &
  Pick<Static<typeof updateEscalationRule.body>, 'scope' | 'level' | 'then'>

export const partsOf = (row: RuleRow): RuleParts => ({
  scope: row.scope as EscalationRule['scope'],
  level: row.level as EscalationLevel,
  then: row.action as EscalationAction,
})

export const presentRule = (row: RuleRow): EscalationRule => ({
  id: row.id,
  name: row.name,
  enabled: row.enabled,
  ...partsOf(row),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  version: row.version,
})

/** @throws ServiceError VALIDATION_ERROR unless it has exactly one of percent and minutes */
const levelFrom = (level: NonNullable<Input['level']>): EscalationLevel => {
  if ((level.atPercent === undefined) === (level.minutesOverdue === undefined))
    throw invalid('body.level', 'needs either atPercent or minutesOverdue')
  return { ...level, clock: level.clock ?? 'RESOLVE' }
}

const actionFrom = ({ notify = [], priority, assign }: NonNullable<Input['then']>): EscalationAction => {
  if (notify.length === 0 && priority === undefined && assign === undefined)
    throw invalid('body.then', 'has no effect; give notify, priority or assign')
  return {
    ...(notify.length > 0 ? { notify } : {}),
    ...(priority === undefined ? {} : { priority }),
    ...(assign === undefined ? {} : { assign: assign && targetFrom(assign) }),
  }
}

/** Level and action are replaced as a whole. @throws ServiceError VALIDATION_ERROR */
export const applyInput = (input: Input, before?: RuleParts): RuleParts => {
  const { level, then: action } = input
  const [nextLevel, nextAction] = [
    level ? levelFrom(level) : before?.level,
    action ? actionFrom(action) : before?.then,
  ]
  if (!nextLevel || !nextAction) throw new Error('A new rule needs a level and an action')
  return {
    scope: input.scope ?? before?.scope ?? {},
    level: nextLevel,
    then: nextAction,
  }
}

/** @throws ServiceError VALIDATION_ERROR unless it has exactly one target */
const targetFrom = (input: AssignTargetInput): AssignTarget => {
  const given = Object.entries(input)
  if (given.length !== 1) throw invalid('body.then.assign', 'must have exactly one target')
  return Object.fromEntries(given) as AssignTarget
}

/** @throws ServiceError FORBIDDEN, NOT_FOUND for a target that is not active */
const requireTarget = async (
  ctx: StaffContext,
  target: AssignTarget,
  before: RuleParts | undefined,
): Promise<void> => {
  if ('onCall' in target) {
    if (ctx.tenant.plan !== 'ENTERPRISE') throw forbidden('Assigning to on call needs the plan ENTERPRISE')
    return
  }
  if (isDeepStrictEqual(target, before?.then.assign)) return
  const key =
    'userId' in target
      ? { kind: 'USER' as const, id: target.userId }
      : 'operatorId' in target
        ? { kind: 'OPERATOR' as const, id: target.operatorId }
        : { kind: 'COMPANY' as const, id: target.companyId }
  if (!(await isAssignable(ctx, key))) throw notFound()
}

/**
 * Everything that the rule names must exist; of a change only what it adds.
 * @throws ServiceError VALIDATION_ERROR, FORBIDDEN, NOT_FOUND
 */
export const requireParts = async (
  ctx: StaffContext,
  input: Input,
  parts: RuleParts,
  before?: RuleParts,
): Promise<void> => {
  if (input.scope) await requireScope(ctx, parts.scope, 'body.scope', before?.scope)
  if (input.then && parts.then.assign) await requireTarget(ctx, parts.then.assign, before)
}

export const columnsOf = ({ scope, level, then: action }: RuleParts) => ({
  scope: JSON.stringify(scope),
  level: JSON.stringify(level),
  action: JSON.stringify(action),
})

/** @throws ServiceError NOT_FOUND */
export const lockRule = async (ctx: TenantContext, id: string): Promise<RuleRow> => {
  const row = await ctx.db
    .selectFrom('escalation_rule')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

export const readRule = async (ctx: TenantContext, id: string): Promise<EscalationRule> =>
  presentRule(
    await ctx.db.selectFrom('escalation_rule').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
