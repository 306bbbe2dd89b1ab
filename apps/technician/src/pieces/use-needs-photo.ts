/** Whether the task needs a photo of the result before it can be finished. */
import type { Task } from '#contracts/tasks/records.ts'
import { useCell } from '#field-kit/cell.ts'
import { useAppServices } from '../app-services.ts'
import { lacksPhoto } from '../data/with-pending.ts'
import { useOperations } from './use-operations.ts'

export const useNeedsPhoto = (task: Task | undefined): boolean => {
  const isNeeded = useCell(useAppServices().account.photoNeeded)
  const operations = useOperations()
  return isNeeded && task !== undefined && lacksPhoto(task, operations)
}
