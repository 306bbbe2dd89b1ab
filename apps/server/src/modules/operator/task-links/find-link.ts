/** What a task link opens now. */
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import type { Branding } from '#contracts/records.ts'
import { brandingOf, readSettings } from '#server/modules/settings/public.ts'
import {
  hasPhotoAfter,
  type LinkedTask,
  lockTask,
  readLinkedTask,
  type TaskRow,
} from '#server/modules/tasks/public.ts'
import type { Platform, TenantContext, WorkContext } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { readOnlyReason, type TenantStatusRow } from '#server/platform/gate/tenant-status.ts'

/**
 * OPEN        the task may be worked on
 * DONE        it is done, and the link was valid until then; the page shows that only
 * MERGED      its work is in another task
 * REASSIGNED  it has another assignee, or none
 * EXPIRED     14 days have passed, or a newer email has a newer link
 */
export type LinkState = 'OPEN' | 'DONE' | 'MERGED' | 'REASSIGNED' | 'EXPIRED'

export interface Link {
  readonly state: LinkState
  readonly taskId: string
  readonly operator: { readonly id: string; readonly name: string }
  /** it is DONE, and whoever finished it by mistake may take that back */
  readonly mayUndo: boolean
  /** why nothing may be changed now; otherwise undefined */
  readonly readOnly: string | undefined
}

const undoMinutes = 10

interface LinkRow extends TenantStatusRow {
  task_id: string
  operator_id: string
  name: string
  expires_at: Date
  ended_at: Date | null
  status: string
  completed_at: Date | null
  merged_into: string | null
  assignee_id: string | null
}

const text = `select l.task_id, l.operator_id, o.name, l.expires_at, l.ended_at, t.status, t.completed_at,
    t.merged_into, t.assignee_id, n.plan, n.state as tenant_state, n.state_message, n.trial_ends_at
  from operator_task_link l
  join operator o on o.tenant_id = $1 and o.id = l.operator_id
  join task t on t.tenant_id = $1 and t.id = l.task_id
  join tenant n on n.id = $1
  where l.tenant_id = $1 and l.id = $2`

const stateOf = (row: LinkRow, now: Date): LinkState => {
  if (row.merged_into !== null) return 'MERGED'
  // guard: link-of-assignee
  if (row.assignee_id !== row.operator_id) return 'REASSIGNED'
  if (row.status === 'DONE') {
    // A link that had ended before, for example one to a wrong address, does not work again when the task is done.
    const doneAt = row.completed_at ?? now
    return row.expires_at > doneAt && (row.ended_at === null || row.ended_at >= doneAt) ? 'DONE' : 'EXPIRED'
  }
  return row.ended_at !== null || row.expires_at <= now ? 'EXPIRED' : 'OPEN'
}

/** Long enough to notice a slip of the finger, and too short for others to have built on it. */
const mayUndo = (row: LinkRow, now: Date): boolean =>
  stateOf(row, now) === 'DONE' &&
  row.completed_at !== null &&
  now.getTime() - row.completed_at.getTime() <= undoMinutes * 60_000

/** @throws ServiceError NOT_FOUND for a forged token, or one whose task is deleted */
export const linkOf = ({ keys }: Platform, token: string): { tenantId: string; id: string } => {
  const found = keys.unseal('task-link', token)
  if (!found) throw notFound()
  return found
}

const findLink = async (ctx: TenantContext, id: string): Promise<Link> => {
  const [row] = await ctx.run<LinkRow>(text, [ctx.tenantId, id])
  if (!row) throw notFound()
  return {
    state: stateOf(row, ctx.now),
    mayUndo: mayUndo(row, ctx.now),
    taskId: row.task_id,
    operator: { id: row.operator_id, name: row.name },
    readOnly: readOnlyReason(row, ctx.platform.config, ctx.now),
  }
}

/**
 * Locks the task until the commit, so that nobody reassigns or finishes it meanwhile. @throws ServiceError NOT_FOUND
 */
export const lockLink = async (
  ctx: TenantContext,
  id: string,
): Promise<{ readonly link: Link; readonly task: TaskRow }> => {
  const { taskId } = await findLink(ctx, id)
  const task = await lockTask(ctx, taskId)
  // A separate statement, so that after waiting for the lock it sees the task's current state.
  return { link: await findLink(ctx, id), task }
}

/** The same transaction with the operator of the link as actor. */
export const asOperator = (ctx: TenantContext, { operator }: Link): WorkContext => ({
  ...ctx,
  actor: { kind: 'OPERATOR', ...operator },
})

export interface OpenedLink {
  readonly state: LinkState
  /** the finished task may be taken back */
  readonly mayUndo: boolean
  readonly operator: string
  readonly branding: Branding
  /** null once somebody else has the task */
  readonly task: LinkedTask | null
  /** finishing needs a photo that is missing */
  readonly photoMissing: boolean
}

/** @throws ServiceError NOT_FOUND */
export const openLink = async (
  ctx: TenantContext,
  id: string,
  language: VisitorLanguage,
): Promise<OpenedLink> => {
  const link = await findLink(ctx, id)
  const settings = await readSettings(ctx)
  const isShown = link.state === 'OPEN' || link.state === 'DONE'
  return {
    state: link.state,
    mayUndo: link.mayUndo && link.readOnly === undefined,
    operator: link.operator.name,
    branding: brandingOf(settings),
    task: isShown ? await readLinkedTask(ctx, link.taskId, language) : null,
    photoMissing: settings.work.photoRequiredToFinish && !(await hasPhotoAfter(ctx, link.taskId)),
  }
}
