/** The task of a screen, from its detail or else from the list, with pending operations applied. */
import { useEffect } from 'preact/hooks'
import type { Task, TaskDetail } from '#contracts/tasks/records.ts'
import { useCell } from '#field-kit/cell.ts'
import { currentId } from '#offline/local-ids.ts'
import type { ReadTrouble } from '#offline/read-trouble.ts'
import { useAppServices } from '../app-services.ts'
import { newTasks } from '../data/new-task.ts'
import { withPending } from '../data/with-pending.ts'
import { useOperations } from './use-operations.ts'

export interface OpenTask {
  readonly task: Task | undefined
  /** created on this phone and not yet by the service */
  readonly isNew: boolean
  /** undefined while only the list has it */
  readonly detail: TaskDetail | undefined
  readonly trouble: ReadTrouble | undefined
}

/** @param asked the task's id, or the local id that it had before */
export const useTask = (asked: string): OpenTask => {
  const services = useAppServices()
  const opened = useCell(services.tasks.opened)
  const trouble = useCell(services.tasks.openedTrouble)
  const list = useCell(services.tasks.list)
  const operations = useOperations()
  const me = services.persons.current()
  const id = currentId(operations, asked)
  const made = me && newTasks(operations, me).find((task) => task.id === id)
  const isNew = made !== undefined
  useEffect(() => {
    if (isNew) return
    services.tasks.open(id)
    return () => services.tasks.close(id)
  }, [id, isNew, services])
  const seen = opened?.task.id === id ? opened : undefined
  const listed = list?.tasks.find((task) => task.id === id)
  if (!me) return { task: undefined, isNew, detail: undefined, trouble }
  if (made) return { task: made, isNew, detail: undefined, trouble: undefined }
  if (seen) {
    const detail = withPending<TaskDetail>(seen.task, operations, seen.readAt, me)
    return { task: detail, isNew, detail, trouble }
  }
  return {
    task: listed && list ? withPending(listed, operations, list.readAt, me) : undefined,
    isNew,
    detail: undefined,
    trouble,
  }
}
