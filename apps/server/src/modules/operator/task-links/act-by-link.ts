/** Actions of an operator on the task of their link. Repeating a form changes nothing twice. */
import type { Static } from 'typebox'
import type { AttachmentKind, ChecklistItem } from '#contracts/tasks/records.ts'
import { BulkOperation } from '#contracts/tasks.ts'
import { requestUpload, runOperation, type TaskRow, wasDone } from '#server/modules/tasks/public.ts'
import { storePhoto } from '#server/modules/uploads/public.ts'
import type { PublicContext, TenantContext, WorkContext } from '#server/platform/context.ts'
import { forbidden, invalid } from '#server/platform/errors.ts'
import { check } from '#server/platform/gate/validate.ts'
import { sniffImage } from '#server/platform/images/images.ts'
import { asOperator, type LinkState, linkOf, lockLink } from './find-link.ts'

/** `items` are ids: of steps shown as done, and of those ticked now. */
export type LinkAct =
  | { readonly kind: 'start' }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'tick'; readonly were: readonly string[]; readonly are: readonly string[] }
  | { readonly kind: 'cannot'; readonly reason: string; readonly note: string | undefined }
  | { readonly kind: 'finish'; readonly note: string | undefined }

export interface LinkPhoto {
  readonly kind: AttachmentKind
  readonly bytes: Uint8Array
}

/** Applies only changes made on the page, so that steps that others ticked meanwhile stay. */
const checklistChanges = (
  task: TaskRow,
  { were, are }: Extract<LinkAct, { kind: 'tick' }>,
): Pick<ChecklistItem, 'id' | 'text' | 'done'>[] =>
  (task.checklist as ChecklistItem[]).map((item) => {
    const [was, is] = [were.includes(item.id), are.includes(item.id)]
    return { ...item, done: was === is ? item.done : is }
  })

const operationOf = (task: TaskRow, act: LinkAct): Partial<Static<typeof BulkOperation>> => {
  switch (act.kind) {
    case 'start':
      return { kind: 'status', status: 'IN_PROGRESS', ...(task.blocked_reason ? { blocked: null } : {}) }
    case 'note':
      return { kind: 'note', text: act.text }
    case 'tick':
      return { kind: 'checklist', checklist: checklistChanges(task, act) }
    case 'cannot':
      return {
        kind: 'status',
        status: task.status as 'OPEN',
        // The schema of the operation checks the reason.
        blocked: { reason: act.reason as 'OTHER', ...(act.note ? { note: act.note } : {}) },
      }
    case 'finish':
      return { kind: 'status', status: 'DONE', ...(act.note ? { note: act.note } : {}) }
    default:
      return act satisfies never
  }
}

/** Runs `work` while the link opens its task; an ended link changes nothing. */
const withOpenLink = <T>(
  ctx: PublicContext,
  token: string,
  work: (operator: WorkContext, task: TaskRow) => Promise<T>,
): Promise<{ readonly state: LinkState; readonly result: T | undefined }> => {
  const { tenantId, id } = linkOf(ctx.platform, token)
  return ctx.inTenant(tenantId, 'write', async (tenant: TenantContext) => {
    const { link, task } = await lockLink(tenant, id)
    if (link.state !== 'OPEN') return { state: link.state, result: undefined }
    if (link.readOnly !== undefined) throw forbidden(link.readOnly)
    return { state: link.state, result: await work(asOperator(tenant, link), task) }
  })
}

const performAct = (
  operator: WorkContext,
  task: TaskRow,
  clientId: string,
  operation: Partial<Static<typeof BulkOperation>>,
): Promise<void> => {
  const whole = { ...operation, clientId, taskId: task.id, at: operator.now.toISOString() }
  return runOperation(operator, check(BulkOperation, whole, 'body') as Static<typeof BulkOperation>)
}

/**
 * @param clientId of the form, new for each page
 * @returns the link before the action
 * @throws ServiceError NOT_FOUND, FORBIDDEN, VALIDATION_ERROR
 */
export const actByLink = async (
  ctx: PublicContext,
  token: string,
  clientId: string,
  act: LinkAct,
): Promise<LinkState> =>
  (
    await withOpenLink(ctx, token, (operator, task) =>
      performAct(operator, task, clientId, operationOf(task, act)),
    )
  ).state

/** The link goes on from now: what ends links of finished tasks was caused before. */
const resumeText = `update operator_task_link set ended_at = null, caused_at = $3
  where tenant_id = $1 and id = $2`

/**
 * Takes back that the task is done, within ten minutes; the link stays the same.
 * @returns the link before
 * @throws ServiceError NOT_FOUND, FORBIDDEN, CONFLICT if the problem has another open task by now
 */
export const undoByLink = async (ctx: PublicContext, token: string, clientId: string): Promise<LinkState> => {
  const { tenantId, id } = linkOf(ctx.platform, token)
  return ctx.inTenant(tenantId, 'write', async (tenant: TenantContext) => {
    const { link, task } = await lockLink(tenant, id)
    if (!link.mayUndo) return link.state
    if (link.readOnly !== undefined) throw forbidden(link.readOnly)
    await performAct(asOperator(tenant, link), task, clientId, { kind: 'status', status: 'IN_PROGRESS' })
    await tenant.run(resumeText, [tenantId, id, tenant.now])
    return link.state
  })
}

/** The same for a photo: ticket, bytes, and attachment to the task. */
export const photoByLink = async (
  ctx: PublicContext,
  token: string,
  clientId: string,
  { kind, bytes }: LinkPhoto,
): Promise<LinkState> => {
  // The type comes from the content, because the file name and its type are the browser's claim.
  const type = sniffImage(bytes)
  if (!type) throw invalid('body.photo', 'is not a JPEG, PNG or WebP photo')
  const { state, result: ticket } = await withOpenLink(ctx, token, async (operator, task) =>
    (await wasDone(operator, clientId))
      ? undefined
      : requestUpload(operator, task, { contentType: type, size: bytes.byteLength, kind }),
  )
  const key = ticket?.key
  if (key === undefined) return state
  await storePhoto(ctx.platform, key, bytes)
  const { state: after } = await withOpenLink(ctx, token, (operator, task) =>
    performAct(operator, task, clientId, { kind: 'attachment', key }),
  )
  return after
}
