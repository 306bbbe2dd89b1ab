/** Recipients of news about a task. */
import type { EventPayload } from '#contracts/events.ts'
import { isOnDuty, readRoster } from '#server/modules/operator/public.ts'
import { readSettings } from '#server/modules/settings/public.ts'
import type { TaskFacts } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { covering, leadersOf, type Reader, readersWith, readReaders } from '#server/platform/mail/members.ts'

/** Technicians who may claim an unassigned task. */
export const claimants = async (
  ctx: TenantContext,
  { assigneeId, buildingId }: TaskFacts,
): Promise<readonly Reader[]> => {
  if (assigneeId !== null) return []
  const { notifications } = await readSettings(ctx)
  return notifications.mailTechnicians ? covering(await readersWith(ctx, ['TECHNICIAN']), buildingId) : []
}

/** Members behind the assignee; of a company those on duty, otherwise all. */
export const membersBehindAssignee = async (
  ctx: TenantContext,
  { assigneeKind, assigneeId, assigneeUserIds, timeZone }: TaskFacts,
): Promise<readonly Reader[]> => {
  if (assigneeUserIds.length === 0) return []
  const readers = await readReaders(ctx, assigneeUserIds)
  if (assigneeKind !== 'COMPANY') return readers
  const { operators } = await readRoster(ctx)
  const onDuty = new Set(
    operators
      .filter((one) => one.companyId === assigneeId && isOnDuty(one, timeZone, ctx.now))
      .map(({ userId }) => userId),
  )
  const awake = readers.filter(({ id }) => onDuty.has(id))
  return awake.length > 0 ? awake : readers
}

/** The tasks among these whose assignee cannot be notified: neither by an account nor by a task link. */
export const unreachableAmong = async (
  ctx: TenantContext,
  tasks: readonly TaskFacts[],
): Promise<ReadonlySet<string>> => {
  const given = tasks.filter(({ assigneeId }) => assigneeId !== null)
  if (given.length === 0) return new Set()
  const readers = await readReaders(
    ctx,
    given.flatMap(({ assigneeUserIds }) => assigneeUserIds),
  )
  const reachable = new Set(readers.map(({ id }) => id))
  const withoutAccount = given.filter(
    ({ assigneeUserIds }) => !assigneeUserIds.some((id) => reachable.has(id)),
  )
  const ofOperators = withoutAccount.some(({ assigneeKind }) => assigneeKind === 'OPERATOR')
  const { operators } = ofOperators ? await readRoster(ctx) : { operators: [] }
  const linked = new Set(
    operators.filter(({ userId, email }) => userId === null && email !== null).map(({ id }) => id),
  )
  return new Set(withoutAccount.filter(({ assigneeId }) => !linked.has(assigneeId ?? '')).map(({ id }) => id))
}

/** The account of an assignee; undefined for a company, and for an operator without one. */
export const accountOf = async (
  ctx: TenantContext,
  { kind, id }: NonNullable<EventPayload<'task.assigned'>['from']>,
): Promise<string | undefined> => {
  if (kind === 'USER') return id
  const { operators } = await readRoster(ctx)
  return operators.find((one) => one.id === id)?.userId ?? undefined
}

/** Managers, if the task is URGENT. */
export const managersIfUrgent = async (
  ctx: TenantContext,
  { priority, buildingId }: TaskFacts,
): Promise<readonly Reader[]> => {
  if (priority !== 'URGENT') return []
  const { notifications } = await readSettings(ctx)
  return notifications.mailManagers ? leadersOf(ctx, buildingId) : []
}
