import { callerLanguage } from '#server/modules/settings/public.ts'
import { readTitles, type TaskRow } from '#server/modules/tasks/public.ts'
import type { StaffContext } from '#server/platform/context.ts'

/** Tasks that became unassigned, as answers list them. */
export const presentHandedBack = async (
  ctx: StaffContext,
  tasks: readonly Pick<TaskRow, 'id' | 'number' | 'title'>[],
) => {
  const ids = ctx.actor.kind === 'USER' ? tasks.map(({ id }) => id) : []
  const titles = await readTitles(ctx, ids, await callerLanguage(ctx))
  return tasks.map(({ id, number, title }) => ({ id, number, title: titles.get(id) ?? title }))
}
