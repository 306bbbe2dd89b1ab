/** Steps to tick off, in order. The whole list is saved with each change. */
import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { ChecklistInput, ChecklistItem, TaskDetail } from '#contracts/tasks/records.ts'
import { updateTask } from '#contracts/tasks.ts'
import { readWhereOvertaken, useAction } from '../lib/api.ts'
import { useMessages } from '../lib/language.tsx'
import { Section } from '../parts/screen.tsx'
import { ErrorPanel } from '../parts/states.tsx'
import { taskMessages } from './messages.ts'

export const Checklist = ({ task }: { task: TaskDetail }) => {
  const tasks = useMessages(taskMessages)
  const save = useAction(updateTask)
  const [added, setAdded] = useState('')
  /** ticked here and not saved yet */
  const [ticked, setTicked] = useState<ReadonlyMap<string, boolean>>(new Map())
  /** as the service has it: what was read, or what the last saving has made of it */
  const newest = useRef<Pick<TaskDetail, 'version' | 'checklist'>>(task)
  if (task.version > newest.current.version) newest.current = task
  const turn = useRef<Promise<unknown>>(Promise.resolve())
  const may = task.allowed.includes('edit')
  const mayTick = may || task.allowed.includes('finish') || task.allowed.includes('note')
  if (newest.current.checklist.length === 0 && !may) return null
  /** One after the other, each on what the one before has made: two in a row are no conflict with each other. */
  const put = (change: (list: readonly ChecklistItem[]) => ChecklistInput, then?: () => void): void => {
    const work = async (): Promise<void> => {
      const { version, checklist } = newest.current
      newest.current = await save.mutateAsync({
        params: { id: task.id },
        ifMatch: version,
        body: { checklist: change(checklist) },
      })
      then?.()
    }
    // What went wrong is in `save`; the page is then as it was read, or as somebody else has left it.
    turn.current = turn.current.then(work).catch((fault: unknown) => {
      setTicked(new Map())
      return readWhereOvertaken(fault)
    })
  }
  const tick = (id: string, isDone: boolean): void => {
    setTicked((before) => new Map(before).set(id, isDone))
    put(
      (list) => list.map((one) => (one.id === id ? { ...one, done: isDone } : one)),
      () => setTicked((before) => new Map([...before].filter(([key]) => key !== id))),
    )
  }
  const steps = newest.current.checklist.map((item) => ({ ...item, done: ticked.get(item.id) ?? item.done }))
  const done = steps.filter((item) => item.done).length
  return (
    <Section title={steps.length > 0 ? tasks.checklistDone({ done, all: steps.length }) : tasks.checklist}>
      <ul className="checklist">
        {steps.map((item) => (
          <li key={item.id}>
            <Checkbox
              label={item.text}
              checked={item.done}
              disabled={!mayTick}
              onChange={(event) => tick(item.id, event.currentTarget.checked)}
            />
            {may ? (
              <ActionIcon
                aria-label={tasks.removeStep({ text: item.text })}
                onClick={() => put((list) => list.filter(({ id }) => id !== item.id))}
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
            const text = added.trim()
            if (text)
              put(
                (list) => [...list, { text }],
                () => setAdded(''),
              )
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
