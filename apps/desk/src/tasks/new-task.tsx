/** Form for a new task; only the title is required. */
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type Priority, priorities } from '#contracts/records.ts'
import type { TaskSummary } from '#contracts/tasks/records.ts'
import { createTask } from '#contracts/tasks.ts'
import { FindOne } from '#desk-kit/find/find-field.tsx'
import { text, value } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { MomentField } from '#desk-kit/form/moment-field.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { type DateTimeText, useDateTimeText } from '#desk-kit/parts/datetime-text.ts'
import { AssigneeSelect, assigneeInput } from './assignee.tsx'
import { taskMessages } from './messages.ts'

interface Draft {
  readonly title: string
  readonly description: string
  readonly priority: Priority
  readonly buildingId: string
  readonly amenityId: string | null
  readonly assignee: string
  readonly dueAt: string
}

const blank: Draft = {
  title: '',
  description: '',
  priority: 'MEDIUM',
  buildingId: '',
  amenityId: null,
  assignee: '',
  dueAt: '',
}

const bodyOf = (draft: Draft, dateTime: DateTimeText) => ({
  title: draft.title.trim(),
  priority: draft.priority,
  ...(draft.description.trim() ? { description: draft.description.trim() } : {}),
  ...(draft.buildingId ? { buildingId: draft.buildingId } : {}),
  ...(draft.amenityId ? { amenityId: draft.amenityId } : {}),
  ...(draft.assignee ? { assignee: assigneeInput(draft.assignee) } : {}),
  ...(draft.dueAt.trim() ? { dueAt: dateTime.read(draft.dueAt) ?? null } : {}),
})

interface NewTaskProps {
  readonly onClose: () => void
  readonly summary: TaskSummary | undefined
}

export const NewTask = ({ onClose, summary }: NewTaskProps) => {
  const { words } = useMessages()
  const tasks = useMessages(taskMessages)
  const navigate = useNavigate()
  const dateTime = useDateTimeText()
  const create = useAction(createTask)
  const form = useForm({
    draft: () => blank,
    write: (draft) => bodyOf(draft, dateTime),
    body: createTask,
    check: ({ title, dueAt }) => ({
      title: title.trim() === '' && tasks.titleNeeded,
      dueAt: dateTime.fault(dueAt),
    }),
    create: (body) => create.mutateAsync({ body }),
    onDone: (created) => {
      if (created) void navigate({ to: '/tasks/$id', params: { id: created.id } })
    },
  })
  return (
    <FormDialog form={form} title={tasks.newTask} submit={tasks.createTask} onClose={onClose}>
      <TextInput {...text(form, 'title', tasks.title)} data-autofocus />
      <Textarea {...text(form, 'description', tasks.description)} autosize minRows={3} />
      <div className="two">
        <NativeSelect
          {...text(form, 'buildingId', words.building)}
          onChange={(event) => form.set({ buildingId: event.currentTarget.value, amenityId: null })}
          data={[
            { value: '', label: words.none },
            ...(summary?.buildings ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <FindOne
          {...value(form, 'amenityId', words.amenity)}
          from="amenitiesOfTasks"
          within={form.values.buildingId || undefined}
        />
        <NativeSelect
          {...text(form, 'priority', tasks.priority)}
          data={priorities.map((priority) => ({ value: priority, label: words.priority[priority] }))}
        />
      </div>
      <MomentField {...value(form, 'dueAt', tasks.due)} />
      <AssigneeSelect {...value(form, 'assignee', tasks.assignee)} assignees={summary?.assignees ?? []} />
    </FormDialog>
  )
}
