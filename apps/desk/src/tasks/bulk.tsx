/** Bulk change of the selected tasks. */
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import type { Assignee, Task } from '#contracts/tasks/records.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import type { TaskChanges } from './changes.ts'
import { EditAssignee, EditDue, EditPriority, EditStatus } from './editors.tsx'
import { taskMessages } from './messages.ts'

/** One task goes on and at most 50 are merged into it. */
const mostMerged = 51

interface BulkProps {
  readonly picked: readonly Task[]
  readonly changes: TaskChanges
  readonly assignees: readonly Assignee[]
  readonly onNone: () => void
}

const MergePicked = lazyComponent(async () => (await import('./merge-picked.tsx')).MergePicked)

export const Bulk = ({ picked, changes, assignees, onNone }: BulkProps) => {
  const { lists, words } = useMessages()
  const tasks = useMessages(taskMessages)
  const [merging, setMerging] = useState(false)
  const common = { tasks: picked, change: changes.change, asButton: true }
  const mayMerge =
    picked.length > 1 &&
    picked.length <= mostMerged &&
    picked.every(({ allowed, mergedInto }) => allowed.includes('merge') && mergedInto === null)
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
          {mayMerge ? (
            <Button size="compact-sm" onClick={() => setMerging(true)}>
              {tasks.mergeShort}
            </Button>
          ) : null}
          <Button size="compact-sm" variant="subtle" onClick={onNone}>
            {words.selectNone}
          </Button>
        </>
      ) : null}
      {merging && mayMerge ? (
        <Suspense>
          <MergePicked
            picked={picked}
            onClose={() => setMerging(false)}
            onDone={() => {
              setMerging(false)
              onNone()
            }}
          />
        </Suspense>
      ) : null}
    </section>
  )
}
