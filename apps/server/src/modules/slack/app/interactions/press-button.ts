/** A button: what can be done at once is done, the others open a dialog. */
import type { SlackInteraction } from '#contracts/slack/callbacks.ts'
import type { TaskAction } from '#contracts/tasks/records.ts'
import { quarantineSubmissions } from '#server/modules/feedback/public.ts'
import { claimTask, deleteTask, feedbackOfTask, getTask } from '#server/modules/tasks/public.ts'
import type { SignedContext } from '#server/platform/context.ts'
import { forbidden } from '#server/platform/errors.ts'
import { isUuid } from '#server/platform/ids.ts'
import { rememberOperation } from '#server/platform/operations.ts'
import { actAs, type Member } from '../as-member.ts'
import { callSlack, dialogMs } from '../call-slack.ts'
import { tellPerson } from '../tell-person.ts'
import { type DialogName, dialogOf, isDialog } from './dialogs.ts'

/** Deletes the task and keeps the submissions behind it out of all figures. */
const dismiss = async (member: Member, taskId: string): Promise<void> => {
  const submissions = await feedbackOfTask(member.staff, taskId)
  await member.run(deleteTask, { params: { id: taskId } })
  await quarantineSubmissions(member.staff, submissions)
}

const needed: Readonly<Record<DialogName, TaskAction>> = {
  assign: 'assign',
  blocked: 'block',
  done: 'finish',
}

/** @returns the dialog to open @throws ServiceError */
const dialogFor = async (member: Member, name: DialogName, taskId: string) => {
  const task = await member.run(getTask, { params: { id: taskId } })
  if (!task.allowed.includes(needed[name])) throw forbidden()
  return dialogOf(name, task, member.words)
}

const press = async (member: Member, action: string, taskId: string, clientId: string) => {
  const dialog = action.replace(/^task\./, '')
  if (isDialog(dialog)) return dialogFor(member, dialog, taskId)
  if (!(await rememberOperation(member.staff, clientId, taskId))) return undefined
  if (action === 'task.take') await member.run(claimTask, { params: { id: taskId } })
  if (action === 'task.spam') await dismiss(member, taskId)
  return undefined
}

export const pressButton = async (
  ctx: SignedContext,
  tenantId: string,
  { actions, user, channel, trigger_id: triggerId }: SlackInteraction,
): Promise<undefined> => {
  const [action] = actions ?? []
  const taskId = action?.value
  if (!action || taskId === undefined || !isUuid(taskId) || triggerId === undefined) return undefined
  const outcome = await actAs(ctx, tenantId, user.id, (member) =>
    press(member, action.action_id, taskId, triggerId),
  )
  const { platform } = ctx
  if (outcome.refused !== undefined)
    tellPerson(platform, tenantId, { slackUserId: user.id, channelId: channel?.id, triggerId }, outcome)
  else if (outcome.done) {
    const view = outcome.done
    callSlack(platform, tenantId, (client) => client.views.open({ trigger_id: triggerId, view }), dialogMs)
  }
  return undefined
}
