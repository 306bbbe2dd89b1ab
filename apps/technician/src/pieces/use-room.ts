/** A room from the cache with pending operations applied. */
import type { Person } from '#contracts/records.ts'
import type { Task } from '#contracts/tasks/records.ts'
import { useCell } from '#field-kit/cell.ts'
import { useAppServices } from '../app-services.ts'
import { newTasks } from '../data/new-task.ts'
import type { CachedList, CachedRoom } from '../data/task-cache.ts'
import { withPending } from '../data/with-pending.ts'
import type { Operation } from '../outbox/operation.ts'
import { useOperations } from './use-operations.ts'

export interface Room {
  readonly id: string
  readonly name: string
  readonly location: string | null
  readonly building: string | null
  readonly sticker: CachedRoom['sticker']
  readonly open: readonly Task[]
  /** finished tasks, latest first */
  readonly done: readonly Task[]
}

/** Merges the tasks of the list and of the room's cache; of each task the later read is used. */
export const roomOf = (
  id: string,
  seen: CachedRoom | undefined,
  list: CachedList | undefined,
  operations: readonly Operation[],
  me: Person,
): Room | undefined => {
  const tasks = new Map<string, Task>()
  const take = (some: readonly Task[], readAt: number): void => {
    for (const task of some)
      if (task.amenity?.id === id) tasks.set(task.id, withPending(task, operations, readAt, me))
  }
  const fromList = (): void => take(list?.tasks ?? [], list?.readAt ?? 0)
  const fromRoom = (): void => take(seen?.tasks ?? [], seen?.tasksReadAt ?? 0)
  if ((seen?.tasksReadAt ?? 0) > (list?.readAt ?? 0)) {
    fromList()
    fromRoom()
  } else {
    fromRoom()
    fromList()
  }
  for (const task of newTasks(operations, me)) if (task.amenity?.id === id) tasks.set(task.id, task)
  const all = [...tasks.values()].filter(({ mergedInto }) => mergedInto === null)
  const [first] = all
  if (!seen && !first) return undefined
  return {
    id,
    name: seen?.name ?? first?.amenity?.name ?? '',
    location: seen?.location ?? first?.location ?? null,
    building: seen?.building ?? first?.building?.name ?? null,
    sticker: seen?.sticker,
    open: all.filter(({ status }) => status !== 'DONE'),
    done: all
      .filter(({ status }) => status === 'DONE')
      .sort((a, b) => (b.completedAt ?? '').localeCompare(a.completedAt ?? '')),
  }
}

export const useRoom = (id: string): Room | undefined => {
  const services = useAppServices()
  const rooms = useCell(services.rooms.rooms)
  const list = useCell(services.tasks.list)
  const operations = useOperations()
  const me = services.persons.current()
  if (!me) return undefined
  return roomOf(
    id,
    rooms.find((room) => room.id === id),
    list,
    operations,
    me,
  )
}
