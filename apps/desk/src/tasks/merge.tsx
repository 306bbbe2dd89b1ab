/** Merges duplicates into this task; tracking pages of their visitors keep working. */
import { Checkbox, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { TaskDetail } from '#contracts/tasks/records.ts'
import { listTasks, mergeTasks } from '#contracts/tasks.ts'
import { Group } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useAction, useApi } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { QueryView } from '#desk-kit/parts/states.tsx'
import { placeOf } from './marks.tsx'
import { taskMessages } from './messages.ts'

export const Merge = ({ task, onClose }: { task: TaskDetail; onClose: () => void }) => {
  const { words } = useMessages()
  const tasks = useMessages(taskMessages)
  const merge = useAction(mergeTasks)
  const [q, setQ] = useState('')
  const [settled] = useDebouncedValue(q, 300)
  const form = useForm({
    draft: () => ({ taskIds: [] as readonly string[] }),
    write: ({ taskIds }) => ({ taskIds: [...taskIds] }),
    body: mergeTasks,
    check: ({ taskIds }) => ({ taskIds: taskIds.length === 0 && tasks.mergeNone }),
    create: (body) => merge.mutateAsync({ params: { id: task.id }, body }),
    onDone: onClose,
  })
  const chosen = form.values.taskIds
  const list = useApi(
    listTasks,
    {
      query: {
        status: ['OPEN', 'IN_PROGRESS'],
        pageSize: 20,
        // Without a search text, tasks at the same amenity are suggested, since most duplicates are there.
        ...(settled.trim() ? { q: settled.trim() } : task.amenity ? { amenity: [task.amenity.id] } : {}),
      },
    },
    { keep: true },
  )
  const toggle = (id: string): void =>
    form.set({ taskIds: chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id] })
  return (
    <FormDialog
      form={form}
      title={tasks.mergeInto({ title: task.title })}
      submit={tasks.mergeCount({ count: chosen.length })}
      onClose={onClose}
    >
      <p>{tasks.mergeHelp}</p>
      <TextInput
        type="search"
        data-autofocus
        label={tasks.search}
        value={q}
        onChange={(event) => setQ(event.currentTarget.value)}
      />
      <QueryView of={list} rows={4}>
        {({ items }) => {
          const others = items.filter(({ id, mergedInto }) => id !== task.id && mergedInto === null)
          if (others.length === 0) return <p className="quiet">{words.nothingMatches}</p>
          return (
            <Group form={form} name="taskIds" legend={tasks.merge}>
              {others.map((other) => (
                <Checkbox
                  key={other.id}
                  label={`#${other.number} ${other.title}`}
                  description={placeOf(other)}
                  checked={chosen.includes(other.id)}
                  onChange={() => toggle(other.id)}
                />
              ))}
            </Group>
          )
        }}
      </QueryView>
    </FormDialog>
  )
}
