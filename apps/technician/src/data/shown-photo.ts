/** Whether a technician may show the photo of the result to the visitors of a task. */
import type { Task } from '#contracts/tasks/records.ts'

/** Nobody photographs a washroom for others, and where the type is not known it could be one. */
export const mayShowPhoto = (
  { reporterCount, amenity }: Pick<Task, 'reporterCount' | 'amenity'>,
  type: string | null | undefined,
): boolean => reporterCount > 0 && amenity !== null && typeof type === 'string' && type !== 'WASHROOM'
