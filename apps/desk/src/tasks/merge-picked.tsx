/** Asks which of the selected tasks goes on; the others become part of it. */
import '@mantine/core/styles/Radio.css'
import { Radio } from '@mantine/core'
import type { Task } from '#contracts/tasks/records.ts'
import { mergeTasks } from '#contracts/tasks.ts'
import { Group } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { placeOf } from './marks.tsx'
import { mergeLater } from './merging.ts'
import { taskMessages } from './messages.ts'

interface MergePickedProps {
  readonly picked: readonly Task[]
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Open work goes on in an open task, by default in the oldest one. */
const usual = (picked: readonly Task[]): Task | undefined =>
  picked.toSorted(
    (one, other) =>
      Number(one.status === 'DONE') - Number(other.status === 'DONE') || one.number - other.number,
  )[0]

export const MergePicked = ({ picked, onClose, onDone }: MergePickedProps) => {
  const tasks = useMessages(taskMessages)
  const form = useForm({
    draft: () => ({ into: usual(picked)?.id ?? '' }),
    write: ({ into }) => ({ into }),
    body: mergeTasks,
    check: ({ into }) => {
      const target = picked.find(({ id }) => id === into)
      return {
        into: target?.status === 'DONE' && picked.some(({ status }) => status !== 'DONE') && tasks.mergeOpen,
      }
    },
    create: async ({ into }) => {
      const target = picked.find(({ id }) => id === into)
      if (!target) return
      const taskIds = picked.flatMap(({ id }) => (id === into ? [] : [id]))
      mergeLater(
        { into: { id: target.id, title: target.title }, taskIds },
        tasks.mergedMany({ count: taskIds.length, title: target.title }),
      )
    },
    onDone,
  })
  return (
    <FormDialog
      form={form}
      title={tasks.merge}
      submit={tasks.mergeCount({ count: picked.length })}
      onClose={onClose}
    >
      <p>{tasks.mergePickedHelp}</p>
      <Group form={form} name="into" legend={tasks.mergeTarget}>
        {picked.map((task) => (
          <Radio
            key={task.id}
            name="into"
            label={`#${task.number} ${task.title}`}
            description={placeOf(task)}
            checked={form.values.into === task.id}
            onChange={() => form.set({ into: task.id })}
            {...(form.values.into === task.id ? { 'data-autofocus': true } : {})}
          />
        ))}
      </Group>
    </FormDialog>
  )
}
