/** Tasks as rows of a file. */
import { type exportColumns, exportRowsInOrder } from '#contracts/exports.ts'
import { type TaskWalk, type WalkedTask, walkTasks } from '#server/modules/tasks/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import type { Cell } from './csv.ts'
import { tooManyRows } from './row-limit.ts'
import type { Rows } from './rows.ts'
import { wallClock } from './times.ts'

type Column = (typeof exportColumns)['tasks'][number]

export interface TaskExport extends Omit<TaskWalk, 'mostInOrder'> {
  readonly columns: readonly Column[]
  readonly timeZone: string
}

const cellFor = (timeZone: string): ((task: WalkedTask, column: Column) => Cell) => {
  const local = wallClock(timeZone)
  return (task, column) => {
    switch (column) {
      case 'id':
      case 'number':
      case 'title':
      case 'description':
      case 'status':
      case 'priority':
      case 'source':
      case 'location':
      case 'overdue':
      case 'resolution':
      case 'minutesSpent':
      case 'reporterCount':
      case 'reopenCount':
      case 'escalationLevel':
      case 'verification':
        return task[column]
      case 'category':
        return task.categoryName
      case 'amenity':
      case 'building':
      case 'assignee':
        return task[column]?.name ?? null
      case 'amenityId':
        return task.amenity?.id ?? null
      case 'buildingId':
        return task.building?.id ?? null
      case 'createdAt':
      case 'dueAt':
      case 'startedAt':
      case 'completedAt':
        return local(task[column])
      case 'createdAtUtc':
        return task.createdAt
      case 'timeZone':
        return timeZone
      case 'blocked':
        return task.blocked?.reason ?? null
      case 'sla':
        return task.sla?.state ?? null
      case 'resolveBy':
        return local(task.sla?.resolveBy ?? null)
      case 'labels':
        return task.labels.join('; ')
      default:
        return column satisfies never
    }
  }
}

/** @throws ServiceError VALIDATION_ERROR if there are too many rows for the order */
export const taskRows = async (
  ctx: StaffContext,
  { columns, timeZone, ...walk }: TaskExport,
): Promise<Rows> => {
  const pages = await walkTasks(ctx, { ...walk, mostInOrder: exportRowsInOrder })
  if (!pages) throw tooManyRows()
  const cellOf = cellFor(timeZone)
  return async function* (inside) {
    for await (const tasks of pages(inside))
      yield tasks.map((task) => columns.map((column) => cellOf(task, column)))
  }
}
