/** Creates a task from submissions, or adds them to an open one. */
import { NativeSelect, TextInput } from '@mantine/core'
import { sayPlace } from '#contracts/kit/place.ts'
import { type Priority, priorities } from '#contracts/records.ts'
import { createTask, listTasks } from '#contracts/tasks.ts'
import { text } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useAction, useApi } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { feedbackMessages } from './messages.ts'
import { type Subject, triageItemOf } from './subject.ts'
import { useTriage } from './use-triage.ts'

const fresh = ''
/** Most submissions of one request. */
const atMost = 50

/** The value that all items share; undefined where they differ. */
const common = <T,>(items: readonly Subject[], of: (item: Subject) => T | undefined): T | undefined => {
  const [first] = items
  const value = first && of(first)
  return items.every((item) => of(item) === value) ? value : undefined
}

interface TaskDialogProps {
  readonly items: readonly Subject[]
  readonly onClose: () => void
  readonly onDone: (message: string) => void
}

export const TaskDialog = ({ items, onClose, onDone }: TaskDialogProps) => {
  const { places, words } = useMessages()
  const feedback = useMessages(feedbackMessages)
  const triage = useTriage()
  const create = useAction(createTask, { quiet: true })
  const [first] = items
  const amenityId = common(items, ({ amenity }) => amenity.id)
  const buildingId = common(items, ({ building }) => building.id)
  const category = common(items, ({ issues }) => issues[0]?.code)
  const open = useApi(
    listTasks,
    {
      query: { amenity: amenityId ? [amenityId] : undefined, status: ['OPEN', 'IN_PROGRESS'], pageSize: 20 },
    },
    { enabled: amenityId !== undefined },
  )
  const tasks = amenityId ? (open.data?.items ?? []) : []
  const form = useForm({
    draft: () => ({
      title: (
        first?.issues[0]?.name ??
        first?.comment?.split('\n')[0] ??
        feedback.taskTitle({ amenity: sayPlace(first?.amenity.name, first?.location) })
      ).slice(0, 120),
      priority: 'MEDIUM',
      taskId: fresh,
    }),
    write: ({ title, priority, taskId }) => ({ title: title.trim(), priority: priority as Priority, taskId }),
    body: createTask,
    check: ({ title, taskId }) => ({
      title: taskId === fresh && title.trim() === '' && feedback.titleNeeded,
    }),
    create: async ({ taskId, ...body }) => {
      if (taskId !== fresh) {
        triage.apply(items.map(triageItemOf), { taskId, done: true })
        return feedback.joinedTask({ number: tasks.find(({ id }) => id === taskId)?.number ?? 0 })
      }
      const { number } = await create.mutateAsync({
        body: {
          ...body,
          amenityId: amenityId ?? null,
          buildingId: buildingId ?? null,
          category: category ?? null,
          feedbackIds: items.slice(0, atMost).map(({ id }) => id),
        },
      })
      triage.apply(items.map(triageItemOf), { done: true })
      return feedback.madeTask({ number })
    },
    onDone: (message) => onDone(message ?? ''),
  })
  const joins = form.values.taskId !== fresh
  return (
    <FormDialog
      form={form}
      title={feedback.taskOf({ count: items.length })}
      submit={joins ? feedback.joinTask : feedback.acts.task}
      onClose={onClose}
    >
      {tasks.length > 0 ? (
        <NativeSelect
          {...text(form, 'taskId', places.task.name)}
          data={[
            { value: fresh, label: feedback.newTask },
            ...tasks.map(({ id, number, title }) => ({ value: id, label: `#${number} ${title}` })),
          ]}
        />
      ) : null}
      {joins ? null : (
        <>
          <TextInput {...text(form, 'title', feedback.taskName)} data-autofocus />
          <NativeSelect
            {...text(form, 'priority', feedback.priority)}
            data={priorities.map((priority) => ({ value: priority, label: words.priority[priority] }))}
          />
        </>
      )}
    </FormDialog>
  )
}
