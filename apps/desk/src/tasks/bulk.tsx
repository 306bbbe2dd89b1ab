/** Bulk change of the selected tasks. */
import { Button } from '@mantine/core'
import type { Assignee, Task } from '#contracts/tasks/records.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import type { TaskChanges } from './changes.ts'
import { EditAssignee, EditDue, EditPriority, EditStatus } from './editors.tsx'
import { taskMessages } from './messages.ts'

interface BulkProps {
  readonly picked: readonly Task[]
  readonly changes: TaskChanges
  readonly assignees: readonly Assignee[]
  readonly onNone: () => void
}

export const Bulk = ({ picked, changes, assignees, onNone }: BulkProps) => {
  const { lists, words } = useMessages()
  const tasks = useMessages(taskMessages)
  const common = { tasks: picked, change: changes.change, asButton: true }
  return (
    <section className="bulk" aria-label={lists.selection}>
      <span aria-live="polite">{picked.length > 0 ? lists.selected({ count: picked.length }) : ''}</span>
      {picked.length > 0 ? (
        <>
          <EditAssignee {...common} assignees={assignees}>
            {tasks.assign}
          </EditAssignee>
          <EditPriority {...common}>{tasks.priority}</EditPriority>
          <EditStatus {...common}>{tasks.status}</EditStatus>
          <EditDue {...common}>{tasks.due}</EditDue>
          <Button size="compact-sm" variant="subtle" onClick={onNone}>
            {words.selectNone}
          </Button>
        </>
      ) : null}
    </section>
  )
}
