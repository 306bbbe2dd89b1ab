import type { TaskRow } from '#server/modules/tasks/public.ts'

/** Tasks as an answer lists those that have changed hands. */
export const presentHandedBack = (tasks: readonly Pick<TaskRow, 'id' | 'number' | 'title'>[]) =>
  tasks.map(({ id, number, title }) => ({ id, number, title }))
