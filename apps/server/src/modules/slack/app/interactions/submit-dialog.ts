/** A dialog that was filled in. */
import type { SlackInteraction, SlackValue } from '#contracts/slack/callbacks.ts'
import type { BlockReason } from '#contracts/tasks/records.ts'
import { assignTask, getTask, setTaskStatus } from '#server/modules/tasks/public.ts'
import type { SignedContext } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { isUuid } from '#server/platform/ids.ts'
import { rememberOperation } from '#server/platform/operations.ts'
import { actAs, type Member } from '../as-member.ts'
import { type DialogName, firstBlock, isDialog } from './dialogs.ts'

type Values = Readonly<Record<string, Readonly<Record<string, SlackValue>>>>

const fieldOf = (values: Values, name: string): SlackValue => values[name]?.[name] ?? {}

/** `userId:ID`, as the list of assignees gives it. */
export const assigneeIn = (text: string): Record<string, string> => {
  const [kind = '', id = ''] = text.split(':')
  return ['userId', 'operatorId', 'companyId'].includes(kind) ? { [kind]: id } : {}
}

const submit = async (member: Member, name: DialogName, taskId: string, values: Values): Promise<void> => {
  const params = { id: taskId }
  const note = fieldOf(values, 'note').value?.trim()
  switch (name) {
    case 'assign': {
      const body = assigneeIn(fieldOf(values, 'assignee').selected_option?.value ?? '')
      if (Object.keys(body).length === 0) throw notFound()
      await member.run(assignTask, { params, body })
      return
    }
    case 'blocked': {
      const { status } = await member.run(getTask, { params })
      const until = fieldOf(values, 'until').selected_date_time
      const reason = (fieldOf(values, 'reason').selected_option?.value ?? 'OTHER') as BlockReason
      const blocked = {
        reason,
        ...(until ? { until: new Date(until * 1000).toISOString() } : {}),
        ...(note ? { note } : {}),
      }
      await member.run(setTaskStatus, { params, body: { status, blocked } })
      return
    }
    case 'done':
      await member.run(setTaskStatus, { params, body: { status: 'DONE', ...(note ? { note } : {}) } })
      return
    default:
      return name satisfies never
  }
}

export const submitDialog = async (
  ctx: SignedContext,
  tenantId: string,
  { type, user, view }: SlackInteraction,
) => {
  const name = view?.callback_id
  const taskId = view?.private_metadata
  if (type !== 'view_submission' || !view || !isDialog(name) || !taskId || !isUuid(taskId)) return undefined
  const outcome = await actAs(ctx, tenantId, user.id, async (member) => {
    if (await rememberOperation(member.staff, view.id, taskId))
      await submit(member, name, taskId, view.state?.values ?? {})
  })
  return outcome.refused !== undefined
    ? { response_action: 'errors' as const, errors: { [firstBlock[name]]: outcome.refused } }
    : undefined
}
