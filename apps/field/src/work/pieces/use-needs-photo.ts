/** Whether this task is not to be finished without another photo. */
import type { Task } from '#contracts/tasks/records.ts'
import { useCell } from '../../parts/cell.ts'
import { lacksPhoto } from '../data/overlay.ts'
import { useOffice } from '../office.ts'
import { useOperations } from './use-operations.ts'

export const useNeedsPhoto = (task: Task | undefined): boolean => {
  const isNeeded = useCell(useOffice().account.photoNeeded)
  const operations = useOperations()
  return isNeeded && task !== undefined && lacksPhoto(task, operations)
}
