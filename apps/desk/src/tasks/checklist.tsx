/** Checklist of a task. Each change saves the whole list. */
import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { ChecklistInput, ChecklistItem, TaskDetail } from '#contracts/tasks/records.ts'
import { updateTask } from '#contracts/tasks.ts'
import { refetchAfterConflict, useAction } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Section } from '#desk-kit/parts/screen.tsx'
import { ErrorPanel } from '#desk-kit/parts/states.tsx'
import { taskMessages } from './messages.ts'

export const Checklist = ({ task }: { task: TaskDetail }) => {
  const tasks = useMessages(taskMessages)
  const save = useAction(updateTask)
  const [added, setAdded] = useState('')
  /** ticks that are not saved yet */
  const [ticked, setTicked] = useState<ReadonlyMap<string, boolean>>(new Map())
  /** as last fetched or returned by a save */
  const newest = useRef<Pick<TaskDetail, 'version' | 'checklist'>>(task)
  if (task.version > newest.current.version) newest.current = task
  const turn = useRef<Promise<unknown>>(Promise.resolve())
  const may = task.allowed.includes('edit')
  const mayTick = may || task.allowed.includes('finish') || task.allowed.includes('note')
  if (newest.current.checklist.length === 0 && !may) return null
  /** Saves one after another, each based on the result of the one before, so that two in a row do not conflict. */
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
    // `save.error` shows it, and the page has been refetched.
    turn.current = turn.current.then(work).catch((fault: unknown) => {
      setTicked(new Map())
      return refetchAfterConflict(fault)
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
