/** Assignment dialog: by name, or one of the best matches. */
import type { Assignee, TaskDetail } from '#contracts/tasks/records.ts'
import { assignTask, taskSummary } from '#contracts/tasks.ts'
import { value } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useAction, useApi } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useHasRole } from '#desk-kit/lib/me.ts'
import { ErrorPanel } from '#desk-kit/parts/states.tsx'
import { AssigneeSelect, assigneeInput, assigneeValue } from './assignee.tsx'
import { Candidates } from './candidates.tsx'
import type { TaskChanges } from './changes.ts'
import { taskMessages } from './messages.ts'

interface AssignProps {
  readonly task: TaskDetail
  readonly onClose: () => void
  /**
   * given by screens that show changes at once and report refusals themselves; without it the dialog waits and
   * reports
   */
  readonly changes?: TaskChanges
}

export const Assign = ({ task, changes, onClose }: AssignProps) => {
  const tasks = useMessages(taskMessages)
  const summary = useApi(taskSummary, {}, { staleMinutes: 10 })
  const assign = useAction(assignTask)
  const manager = useHasRole('MANAGER')
  const known = summary.data?.assignees ?? []
  const own = task.assignee
  const list = own && !known.some(({ id }) => id === own.id) ? [own, ...known] : known
  const give = async (assignee: Assignee | null): Promise<void> => {
    if (changes) {
      onClose()
      void changes.change([task], { assignee })
    } else {
      await assign.mutateAsync({ params: { id: task.id }, body: assigneeInput(assigneeValue(assignee)) })
      onClose()
    }
  }
  const form = useForm({
    draft: () => ({ assignee: assigneeValue(own) }),
    write: ({ assignee }) => ({ assignee: list.find((one) => assigneeValue(one) === assignee) ?? null }),
    body: assignTask,
    create: ({ assignee }) => give(assignee),
  })
  return (
    <FormDialog form={form} title={tasks.assign} submit={tasks.assign} onClose={onClose}>
      <AssigneeSelect {...value(form, 'assignee', tasks.assignee)} assignees={list} first />
      {manager ? (
        <Candidates
          taskId={task.id}
          assigneeId={own?.id}
          // The error is shown below.
          onAssign={(assignee) => void give(assignee).catch(() => undefined)}
        />
      ) : null}
      {assign.error ? <ErrorPanel error={assign.error} /> : null}
      {summary.error ? <ErrorPanel error={summary.error} /> : null}
    </FormDialog>
  )
}
