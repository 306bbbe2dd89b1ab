/** One change for many tasks, and which of them it did not reach. */
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { priorities, taskStatuses } from '#contracts/records.ts'
import type { BulkResult, Task, TaskSummary } from '#contracts/tasks/records.ts'
import { bulkTasks } from '#contracts/tasks.ts'
import { text, value } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { useForm } from '../form/use-form.ts'
import { useAct } from '../lib/api.ts'
import { useWords } from '../lib/language.tsx'
import { fromLocalField } from '../parts/moments.ts'
import { AssigneeSelect, assigneeInput } from './assignee.tsx'
import { taskWords } from './words.ts'

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
  readonly dueAt: string
}

const untouched: Draft = { assign: keep, status: keep, priority: keep, dueAt: '' }

const bodyOf = (ids: readonly string[], draft: Draft) => ({
  ids: [...ids],
  ...(draft.assign === keep ? {} : { assign: assigneeInput(draft.assign) }),
  ...(draft.status === keep ? {} : { status: draft.status as Task['status'] }),
  ...(draft.priority === keep ? {} : { priority: draft.priority as Task['priority'] }),
  ...(draft.dueAt === '' ? {} : { dueAt: fromLocalField(draft.dueAt) }),
})

interface ChangeProps extends Pick<BulkProps, 'ids' | 'summary'> {
  readonly onClose: () => void
  readonly onDone: (results: readonly BulkResult[]) => void
}

const Change = ({ ids, summary, onClose, onDone }: ChangeProps) => {
  const { words } = useWords()
  const tasks = useWords(taskWords)
  const change = useAct(bulkTasks)
  const form = useForm({
    draft: () => untouched,
    write: (draft) => bodyOf(ids, draft),
    body: bulkTasks,
    check: (draft) => ({
      status: JSON.stringify(draft) === JSON.stringify(untouched) && words.chooseAChange,
    }),
    create: (body) => change.mutateAsync({ body }),
    onDone: (results) => onDone(results ?? []),
  })
  const asItIs = { value: keep, label: words.asItIs }
  return (
    <FormDialog
      form={form}
      title={tasks.changeCount({ count: ids.length })}
      submit={words.changeSelected}
      onClose={onClose}
    >
      <AssigneeSelect
        {...value(form, 'assign', tasks.assignee)}
        assignees={summary?.assignees ?? []}
        keep={asItIs}
      />
      <NativeSelect
        {...text(form, 'status', tasks.status)}
        data={[asItIs, ...taskStatuses.map((status) => ({ value: status, label: words.status[status] }))]}
      />
      <NativeSelect
        {...text(form, 'priority', tasks.priority)}
        data={[
          asItIs,
          ...priorities.map((priority) => ({ value: priority, label: words.priority[priority] })),
        ]}
      />
      <TextInput {...text(form, 'dueAt', tasks.due)} type="datetime-local" description={words.emptyAsItIs} />
    </FormDialog>
  )
}

export const Bulk = ({ ids, rows, summary, onDone }: BulkProps) => {
  const { words } = useWords()
  const tasks = useWords(taskWords)
  const [opened, setOpened] = useState(false)
  const [failed, setFailed] = useState<readonly BulkResult[]>([])
  const titleOf = (id: string): string => rows.find((task) => task.id === id)?.title ?? id
  return (
    <>
      <section className="bulk" aria-label={tasks.bulk}>
        <span aria-live="polite">{ids.length > 0 ? tasks.selected({ count: ids.length }) : ''}</span>
        {ids.length > 0 ? (
          <>
            <Button onClick={() => setOpened(true)}>{words.changeSelected}</Button>
            <Button variant="subtle" onClick={() => onDone([])}>
              {words.selectNone}
            </Button>
          </>
        ) : null}
      </section>
      {failed.length > 0 ? (
        <div className="error-panel" role="alert">
          <p className="error-title">{tasks.notChanged({ count: failed.length })}</p>
          <ul>
            {failed.map(({ id, error, code }) => (
              <li key={id}>
                {titleOf(id)}: {error ?? code}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {opened ? (
        <Change
          ids={ids}
          summary={summary}
          onClose={() => setOpened(false)}
          onDone={(results) => {
            const not = results.filter(({ ok }) => !ok)
            setFailed(not)
            setOpened(false)
            onDone(not.map(({ id }) => id))
          }}
        />
      ) : null}
    </>
  )
}
