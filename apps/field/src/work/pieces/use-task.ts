/** The task of a screen: what the service said last, or at least what the list knows, with what was done since. */
import { useEffect } from 'preact/hooks'
import type { Task, TaskDetail } from '#contracts/tasks/records.ts'
import { useCell } from '../../parts/cell.ts'
import { withOperations } from '../data/overlay.ts'
import type { ReadTrouble } from '../data/task-source.ts'
import { useOffice } from '../office.ts'
import { useOperations } from './use-operations.ts'

export interface OpenTask {
  readonly task: Task | undefined
  /** undefined while only the list's part is known */
  readonly detail: TaskDetail | undefined
  readonly trouble: ReadTrouble | undefined
}

export const useTask = (id: string): OpenTask => {
  const office = useOffice()
  const opened = useCell(office.tasks.opened)
  const trouble = useCell(office.tasks.openedTrouble)
  const list = useCell(office.tasks.list)
  const operations = useOperations()
  const me = office.persons.current()
  useEffect(() => {
    office.tasks.open(id)
    return () => office.tasks.close(id)
  }, [id, office])
  const seen = opened?.task.id === id ? opened : undefined
  const listed = list?.tasks.find((task) => task.id === id)
  if (!me) return { task: undefined, detail: undefined, trouble }
  if (seen) {
    const detail = withOperations<TaskDetail>(seen.task, operations, seen.readAt, me)
    return { task: detail, detail, trouble }
  }
  return {
    task: listed && list ? withOperations(listed, operations, list.readAt, me) : undefined,
    detail: undefined,
    trouble,
  }
}
