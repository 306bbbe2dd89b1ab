/** Who does a task: chosen by name, or one of those who fit. */
import type { TaskDetail } from '#contracts/tasks/records.ts'
import { assignTask, taskSummary } from '#contracts/tasks.ts'
import { value } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { useForm } from '../form/use-form.ts'
import { useAct, useApi } from '../lib/api.ts'
import { useWords } from '../lib/language.tsx'
import { useHolds } from '../lib/me.ts'
import { ErrorPanel } from '../parts/states.tsx'
import { AssigneeSelect, assigneeInput, assigneeValue } from './assignee.tsx'
import { WhoFits } from './who-fits.tsx'
import { taskWords } from './words.ts'

interface AssignProps {
  readonly task: TaskDetail
  readonly onClose: () => void
}

export const Assign = ({ task, onClose }: AssignProps) => {
  const tasks = useWords(taskWords)
  const summary = useApi(taskSummary, {}, { staleMinutes: 10 })
  const assign = useAct(assignTask)
  const manager = useHolds('MANAGER')
  const form = useForm({
    draft: () => ({ assignee: assigneeValue(task.assignee) }),
    write: ({ assignee }) => assigneeInput(assignee),
    body: assignTask,
    create: (body) => assign.mutateAsync({ params: { id: task.id }, body }),
    onDone: onClose,
  })
  const known = summary.data?.assignees ?? []
  const list =
    task.assignee && !known.some(({ id }) => id === task.assignee?.id) ? [task.assignee, ...known] : known
  return (
    <FormDialog form={form} title={tasks.assign} submit={tasks.assign} onClose={onClose}>
      <AssigneeSelect {...value(form, 'assignee', tasks.assignee)} assignees={list} />
      {manager ? <WhoFits taskId={task.id} assigneeId={task.assignee?.id} onDone={onClose} /> : null}
      {summary.error ? <ErrorPanel error={summary.error} /> : null}
    </FormDialog>
  )
}
