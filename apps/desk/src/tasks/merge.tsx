/** Duplicates become part of this task; their visitors' links stay alive. */
import { Checkbox, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { TaskDetail } from '#contracts/tasks/records.ts'
import { listTasks, mergeTasks } from '#contracts/tasks.ts'
import { useAct, useApi } from '../lib/api.ts'
import { useT } from '../lib/language.tsx'
import { FormDialog } from '../parts/dialog.tsx'
import { Answer } from '../parts/states.tsx'
import { placeOf } from './table.tsx'

export const Merge = ({
  task,
  opened,
  onClose,
}: {
  task: TaskDetail
  opened: boolean
  onClose: () => void
}) => {
  const { tasks, words } = useT()
  const merge = useAct(mergeTasks)
  const [q, setQ] = useState('')
  const [settled] = useDebouncedValue(q, 300)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const list = useApi(
    listTasks,
    {
      query: {
        status: ['OPEN', 'IN_PROGRESS'],
        pageSize: 20,
        // Duplicates are in the same place most of the time; a search looks everywhere.
        ...(settled.trim() ? { q: settled.trim() } : task.amenity ? { amenity: [task.amenity.id] } : {}),
      },
    },
    { keep: true },
  )
  const toggle = (id: string): void =>
    setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  return (
    <FormDialog
      title={tasks.mergeInto(task.title)}
      opened={opened}
      onClose={onClose}
      dirty={chosen.length > 0}
      submit={tasks.mergeCount(chosen.length)}
      problem={chosen.length === 0 ? tasks.mergeNone : undefined}
      busy={merge.isPending}
      error={merge.error}
      onSubmit={() =>
        merge.mutate({ params: { id: task.id }, body: { taskIds: [...chosen] } }, { onSuccess: onClose })
      }
    >
      <p>{tasks.mergeHelp}</p>
      <TextInput
        type="search"
        data-autofocus
        label={tasks.search}
        value={q}
        onChange={(event) => setQ(event.currentTarget.value)}
      />
      <Answer of={list} rows={4}>
        {({ items }) => {
          const others = items.filter(({ id, mergedInto }) => id !== task.id && mergedInto === null)
          if (others.length === 0) return <p className="quiet">{words.nothingMatches}</p>
          return (
            <fieldset>
              <legend className="hidden">{tasks.merge}</legend>
              {others.map((other) => (
                <Checkbox
                  key={other.id}
                  label={`#${other.number} ${other.title}`}
                  description={placeOf(other)}
                  checked={chosen.includes(other.id)}
                  onChange={() => toggle(other.id)}
                />
              ))}
            </fieldset>
          )
        }}
      </Answer>
    </FormDialog>
  )
}
