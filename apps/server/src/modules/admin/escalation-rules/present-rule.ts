/** An escalation rule's row as the API shows it, and its input made whole. */
import type { Selectable } from 'kysely'
import type { Static } from 'typebox'
import type {
  createEscalationRule,
  EscalationAction,
  EscalationLevel,
  EscalationRule,
  updateEscalationRule,
} from '#contracts/admin/escalation-rules.ts'
import { normalScope, requireScope } from '#server/modules/amenities/public.ts'
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

/** @throws ServiceError VALIDATION_ERROR unless it says exactly one of percent and minutes */
const levelFrom = (level: NonNullable<Input['level']>): EscalationLevel => {
  if ((level.atPercent === undefined) === (level.minutesOverdue === undefined))
    throw invalid('body.level', 'needs either atPercent or minutesOverdue')
  return { ...level, clock: level.clock ?? 'RESOLVE' }
}

const actionFrom = (action: EscalationAction): EscalationAction => {
  const { notify = [], ...others } = action
  if (notify.length === 0 && others.priority === undefined && others.assign === undefined)
    throw invalid('body.then', 'does nothing; give notify, priority or assign')
  return notify.length === 0 ? others : action
}

/** Level and action replace the ones before as a whole. @throws ServiceError VALIDATION_ERROR */
export const applyInput = (input: Input, before?: RuleParts): RuleParts => {
  const { level, then: action } = input
  const [nextLevel, nextAction] = [
    level ? levelFrom(level) : before?.level,
    action ? actionFrom(action) : before?.then,
  ]
  if (!nextLevel || !nextAction) throw new Error('A new rule has a level and an action')
  return {
    scope: input.scope ? normalScope(input.scope) : (before?.scope ?? {}),
    level: nextLevel,
    then: nextAction,
  }
}

const targets = { userId: 'USER', operatorId: 'OPERATOR', companyId: 'COMPANY' } as const

/** @throws ServiceError VALIDATION_ERROR, FORBIDDEN, NOT_FOUND for whoever is not active */
const requireTarget = async (
  ctx: StaffContext,
  target: NonNullable<EscalationAction['assign']>,
): Promise<void> => {
  const [[name, id] = [], ...others] = Object.entries(target)
  if (others.length > 0) throw invalid('body.then.assign', 'names more than one')
  if (name === undefined) throw invalid('body.then.assign', 'names nobody')
  if (name === 'onCall')
    throw invalid(
      'body.then.assign',
      'whoever is on call can not be chosen yet; choose a person or a company',
    )
  const kind = targets[name as keyof typeof targets]
  if (!(await isAssignable(ctx, { kind, id: String(id) }))) throw notFound()
}

/** What the rule names must be there. @throws ServiceError VALIDATION_ERROR, FORBIDDEN, NOT_FOUND */
export const requireParts = async (ctx: StaffContext, input: Input, parts: RuleParts): Promise<void> => {
  // What is gone since does not keep anybody from renaming the rule.
  if (input.scope) await requireScope(ctx, parts.scope, 'body.scope')
  if (input.then && parts.then.assign) await requireTarget(ctx, parts.then.assign)
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
