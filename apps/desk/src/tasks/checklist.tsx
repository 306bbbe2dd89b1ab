/** Steps to tick off, in order. The whole list is saved with each change. */
import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { ChecklistInput, TaskDetail } from '#contracts/tasks/records.ts'
import { updateTask } from '#contracts/tasks.ts'
import { useAct } from '../lib/api.ts'
import { useT } from '../lib/language.tsx'
import { Section } from '../parts/screen.tsx'
import { ErrorPanel } from '../parts/states.tsx'

export const Checklist = ({ task }: { task: TaskDetail }) => {
  const { tasks } = useT()
  const save = useAct(updateTask)
  const [added, setAdded] = useState('')
  const may = task.allowed.includes('edit')
  const mayTick = may || task.allowed.includes('finish') || task.allowed.includes('note')
  if (task.checklist.length === 0 && !may) return null
  const put = (checklist: ChecklistInput, then?: () => void): void =>
    save.mutate(
      { params: { id: task.id }, ifMatch: task.version, body: { checklist } },
      { onSuccess: () => then?.() },
    )
  const done = task.checklist.filter((item) => item.done).length
  return (
    <Section
      title={task.checklist.length > 0 ? tasks.checklistDone(done, task.checklist.length) : tasks.checklist}
    >
      <ul className="checklist">
        {task.checklist.map((item) => (
          <li key={item.id}>
            <Checkbox
              label={item.text}
              checked={item.done}
              disabled={!mayTick || save.isPending}
              onChange={() =>
                put(task.checklist.map((one) => (one.id === item.id ? { ...one, done: !one.done } : one)))
              }
            />
            {may ? (
              <ActionIcon
                aria-label={tasks.removeStep(item.text)}
                onClick={() => put(task.checklist.filter(({ id }) => id !== item.id))}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            ) : null}
          </li>
        ))}
      </ul>
      {may ? (
        <form
          className="add-line"
          onSubmit={(event) => {
            event.preventDefault()
            if (added.trim()) put([...task.checklist, { text: added.trim() }], () => setAdded(''))
          }}
        >
          <TextInput
            aria-label={tasks.step}
            placeholder={tasks.step}
            maxLength={200}
            value={added}
            onChange={(event) => setAdded(event.currentTarget.value)}
          />
          <Button type="submit" loading={save.isPending}>
            {tasks.addStep}
          </Button>
        </form>
      ) : null}
      {save.error ? <ErrorPanel error={save.error} /> : null}
    </Section>
  )
}
