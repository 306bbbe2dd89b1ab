/** Actions on a task: assign, reschedule, finish, reply. */
import { Textarea } from '@mantine/core'
import { getFeedbackDetail } from '#contracts/dashboard.ts'
import type { TaskDetail } from '#contracts/tasks/records.ts'
import { addTaskNote, getTask, setTaskStatus, updateTask } from '#contracts/tasks.ts'
import { text, value } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { MomentField } from '#desk-kit/form/moment-field.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { callOf, client, useAction, useApi } from '#desk-kit/lib/api.ts'
import { instantOf, plusDays, todayIn } from '#desk-kit/lib/days.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useDateTimeText } from '#desk-kit/parts/datetime-text.ts'
import { ErrorPanel } from '#desk-kit/parts/states.tsx'
import { ReplyToOne } from '../../reply/reply-to-one.tsx'
import { Assign } from '../../tasks/assign.tsx'
import { assigneeInput, assigneeValue } from '../../tasks/assignee.tsx'
import { actionMessages } from './messages.ts'
import type { ActionProps } from './outcome.ts'
import { assignBack } from './unchanged.ts'

interface TaskActionProps extends ActionProps {
  /** as it was when the action started */
  readonly task: TaskDetail
}

export const AssignAction = ({ task, onDone, onClose }: TaskActionProps) => {
  const t = useMessages(actionMessages)
  const { id, assignee: former } = task
  // The task's dialog does not report its result, so the task is compared.
  const close = async (): Promise<void> => {
    const { assignee, version } = await client.call(getTask, { params: { id } }).catch(() => task)
    if (assigneeValue(assignee) === assigneeValue(former)) return onClose()
    onDone({
      message: assignee ? t.hasItNow({ name: assignee.name }) : t.nobodyHasIt,
      undo: () => assignBack(id, version, assigneeInput(assigneeValue(former))),
    })
  }
  return <Assign task={task} onClose={() => void close()} />
}

export const DueAction = ({ task, onDone, onClose }: TaskActionProps) => {
  const t = useMessages(actionMessages)
  const { full, timeZone } = useFormat()
  const dateTime = useDateTimeText()
  const save = useAction(updateTask)
  const { id, dueAt: former } = task
  const isToCome = (typed: string): boolean => Date.parse(dateTime.read(typed) ?? '') > Date.now()
  const form = useForm({
    draft: () => ({ dueAt: dateTime.show(instantOf(plusDays(todayIn(timeZone), 1), '12:00', timeZone)) }),
    write: ({ dueAt }) => ({ dueAt: dateTime.read(dueAt) ?? null }),
    body: updateTask,
    check: ({ dueAt }) => ({ dueAt: dateTime.fault(dueAt) ?? (!isToCome(dueAt) && t.whenNeeded) }),
    create: (body) => save.mutateAsync({ params: { id }, body }),
    onDone: (after) => {
      if (!after?.dueAt) return onClose()
      onDone({
        message: t.dueNow({ time: full(after.dueAt) }),
        undo: callOf(updateTask, { params: { id }, ifMatch: after.version, body: { dueAt: former } }).send,
      })
    },
  })
  return (
    <FormDialog form={form} title={t.newTime} submit={t.newTime} onClose={onClose}>
      <p className="quiet">
        #{task.number} {task.title}
      </p>
      <MomentField {...value(form, 'dueAt', t.when)} first />
    </FormDialog>
  )
}

export const FinishAction = ({ task, onDone, onClose }: TaskActionProps) => {
  const t = useMessages(actionMessages)
  const save = useAction(setTaskStatus)
  const { id, status: former } = task
  const form = useForm({
    draft: () => ({ resolution: '' }),
    write: ({ resolution }) => ({
      status: 'DONE' as const,
      ...(resolution.trim() ? { resolution: resolution.trim() } : {}),
    }),
    body: setTaskStatus,
    create: (body) => save.mutateAsync({ params: { id }, body }),
    onDone: (after) =>
      onDone({
        message: t.finished,
        undo: callOf(setTaskStatus, { params: { id }, ifMatch: after?.version, body: { status: former } })
          .send,
      }),
  })
  return (
    <FormDialog form={form} title={t.finish} submit={t.finish} onClose={onClose}>
      <p className="quiet">
        #{task.number} {task.title}
      </p>
      <Textarea
        {...text(form, 'resolution', t.done)}
        description={t.doneHelp}
        data-autofocus
        autosize
        minRows={2}
      />
    </FormDialog>
  )
}

/** Visitors of a task, who all read its public note. */
const ReplyOnTask = ({ item, onDone, onClose }: ActionProps) => {
  const t = useMessages(actionMessages)
  const add = useAction(addTaskNote)
  const form = useForm({
    draft: () => ({ text: '' }),
    write: (draft) => ({ text: draft.text.trim(), public: true }),
    body: addTaskNote,
    check: (draft) => ({ text: draft.text.trim() === '' && t.replyNeeded }),
    create: (body) => add.mutateAsync({ params: { id: item.id }, body }),
    onDone: () => onDone({ message: t.replied }),
  })
  return (
    <FormDialog form={form} title={t.reply} submit={t.send} onClose={onClose}>
      <p className="quiet">{item.name}</p>
      <Textarea
        {...text(form, 'text', t.replyText)}
        description={t.replyHelp}
        data-autofocus
        autosize
        minRows={3}
      />
    </FormDialog>
  )
}

const ReplyToSubmission = ({ item, onDone, onClose }: ActionProps) => {
  const t = useMessages(actionMessages)
  const { data, error } = useApi(getFeedbackDetail, { params: { id: item.id }, query: { forReply: true } })
  if (error) return <ErrorPanel error={error} />
  return data ? (
    <ReplyToOne item={data} onClose={onClose} onDone={() => onDone({ message: t.replied })} />
  ) : null
}

export const ReplyAction = (props: ActionProps) =>
  props.item.kind === 'FEEDBACK' ? <ReplyToSubmission {...props} /> : <ReplyOnTask {...props} />
