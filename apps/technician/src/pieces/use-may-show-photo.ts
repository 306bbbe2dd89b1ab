/** Whether the photo of the result can be shown to the visitors who reported the task. */
import type { Task, TaskDetail } from '#contracts/tasks/records.ts'
import { useCell } from '#field-kit/cell.ts'
import { useAppServices } from '../app-services.ts'
import { mayShowPhoto } from '../data/shown-photo.ts'

export const useMayShowPhoto = (task: Task | undefined, detail: TaskDetail | undefined): boolean => {
  const rooms = useCell(useAppServices().rooms.rooms)
  if (!task) return false
  const kept = rooms.find(({ id }) => id === task.amenity?.id)
  return mayShowPhoto(task, detail?.amenity?.type ?? task.field?.type ?? kept?.type)
}
