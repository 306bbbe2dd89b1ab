/** Form for the details of a task. */
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { type Priority, priorities } from '#contracts/records.ts'
import type { TaskDetail } from '#contracts/tasks/records.ts'
import { updateTask } from '#contracts/tasks.ts'
import { text, value } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { MomentField } from '#desk-kit/form/moment-field.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useDateTimeText } from '#desk-kit/parts/datetime-text.ts'
import { taskMessages } from './messages.ts'

export const EditTask = ({ task, onClose }: { task: TaskDetail; onClose: () => void }) => {
  const { words } = useMessages()
  const tasks = useMessages(taskMessages)
  const dateTime = useDateTimeText()
  const save = useAction(updateTask)
  const form = useForm({
    record: task,
    draft: (record = task) => ({
      title: record.title,
      description: record.description,
      priority: record.priority,
      dueAt: dateTime.show(record.dueAt),
      labels: record.labels.join(', '),
    }),
    write: ({ title, description, priority, dueAt, labels }) => ({
      title: title.trim(),
      description: description.trim(),
      priority,
      dueAt: dateTime.read(dueAt) ?? null,
      labels: labels
        .split(',')
        .map((label) => label.trim())
        .filter(Boolean),
    }),
    body: updateTask,
    check: ({ title, dueAt }) => ({
      title: title.trim() === '' && tasks.titleNeeded,
      dueAt: dateTime.fault(dueAt),
    }),
    update: (body, { id, version }) => save.mutateAsync({ params: { id }, ifMatch: version, body }),
    onDone: onClose,
  })
  return (
    <FormDialog form={form} title={words.edit} submit={words.save} onClose={onClose}>
      <TextInput {...text(form, 'title', tasks.title)} data-autofocus />
      <Textarea {...text(form, 'description', tasks.description)} autosize minRows={3} />
      <div className="two">
        <NativeSelect
          {...text(form, 'priority', tasks.priority, (one) => words.priority[one as Priority])}
          data={priorities.map((priority) => ({ value: priority, label: words.priority[priority] }))}
        />
      </div>
      <MomentField {...value(form, 'dueAt', tasks.due)} />
      <TextInput
        {...text(form, 'labels', tasks.labels)}
        description={tasks.labelsHelp}
        maxLength={undefined}
      />
    </FormDialog>
  )
}
