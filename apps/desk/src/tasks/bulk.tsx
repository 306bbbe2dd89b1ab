/** One change for many tasks, and which of them it did not reach. */
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { priorities, taskStatuses } from '#contracts/records.ts'
import type { BulkResult, Task, TaskSummary } from '#contracts/tasks/records.ts'
import { bulkTasks } from '#contracts/tasks.ts'
import { useAct } from '../lib/api.ts'
import { useT } from '../lib/language.tsx'
import { FormDialog } from '../parts/dialog.tsx'
import { fromLocalField } from '../parts/moments.ts'
import { AssigneeSelect, assigneeInput } from './assignee.tsx'

const keep = 'keep'

interface BulkProps {
  readonly ids: readonly string[]
  readonly rows: readonly Task[]
  readonly summary: TaskSummary | undefined
  readonly onDone: (failed: readonly string[]) => void
}

interface Draft {
  readonly assign: string
  readonly status: string
  readonly priority: string
  readonly due: string
}

const untouched: Draft = { assign: keep, status: keep, priority: keep, due: '' }

const bodyOf = (ids: readonly string[], draft: Draft) => ({
  ids: [...ids],
  ...(draft.assign === keep ? {} : { assign: assigneeInput(draft.assign) }),
  ...(draft.status === keep ? {} : { status: draft.status as Task['status'] }),
  ...(draft.priority === keep ? {} : { priority: draft.priority as Task['priority'] }),
  ...(draft.due === '' ? {} : { dueAt: fromLocalField(draft.due) }),
})

export const Bulk = ({ ids, rows, summary, onDone }: BulkProps) => {
  const { words, tasks } = useT()
  const change = useAct(bulkTasks)
  const [opened, setOpened] = useState(false)
  const [draft, setDraft] = useState(untouched)
  const [failed, setFailed] = useState<readonly BulkResult[]>([])
  const set = (part: Partial<Draft>): void => setDraft({ ...draft, ...part })
  const dirty = JSON.stringify(draft) !== JSON.stringify(untouched)
  const close = (): void => {
    setOpened(false)
    setDraft(untouched)
    change.reset()
  }
  const titleOf = (id: string): string => rows.find((task) => task.id === id)?.title ?? id
  const save = (): void =>
    change.mutate(
      { body: bodyOf(ids, draft) },
      {
        onSuccess: (results) => {
          const not = results.filter(({ ok }) => !ok)
          setFailed(not)
          close()
          onDone(not.map(({ id }) => id))
        },
      },
    )
  return (
    <>
      <section className="bulk" aria-label={tasks.bulk}>
        <span aria-live="polite">{ids.length > 0 ? tasks.selected(ids.length) : ''}</span>
        {ids.length > 0 ? (
          <>
            <Button onClick={() => setOpened(true)}>{tasks.changeSelected}</Button>
            <Button variant="subtle" onClick={() => onDone([])}>
              {tasks.selectNone}
            </Button>
          </>
        ) : null}
      </section>
      {failed.length > 0 ? (
        <div className="error-panel" role="alert">
          <p className="error-title">{tasks.notChanged(failed.length)}</p>
          <ul>
            {failed.map(({ id, error, code }) => (
              <li key={id}>
                {titleOf(id)}: {error ?? code}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <FormDialog
        title={tasks.changeCount(ids.length)}
        opened={opened}
        onClose={close}
        dirty={dirty}
        submit={tasks.changeSelected}
        onSubmit={save}
        busy={change.isPending}
        error={change.error}
        problem={dirty ? undefined : tasks.chooseAChange}
      >
        <AssigneeSelect
          label={tasks.assignee}
          assignees={summary?.assignees ?? []}
          value={draft.assign === keep ? keep : draft.assign}
          onChange={(assign) => set({ assign })}
          keep={{ value: keep, label: tasks.asItIs }}
        />
        <NativeSelect
          label={tasks.status}
          value={draft.status}
          onChange={(event) => set({ status: event.currentTarget.value })}
          data={[
            { value: keep, label: tasks.asItIs },
            ...taskStatuses.map((status) => ({ value: status, label: words.status[status] })),
          ]}
        />
        <NativeSelect
          label={tasks.priority}
          value={draft.priority}
          onChange={(event) => set({ priority: event.currentTarget.value })}
          data={[
            { value: keep, label: tasks.asItIs },
            ...priorities.map((priority) => ({ value: priority, label: words.priority[priority] })),
          ]}
        />
        <TextInput
          type="datetime-local"
          label={tasks.due}
          description={tasks.emptyAsItIs}
          value={draft.due}
          onChange={(event) => set({ due: event.currentTarget.value })}
        />
      </FormDialog>
    </>
  )
}
