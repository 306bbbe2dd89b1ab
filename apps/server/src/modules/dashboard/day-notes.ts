/** Day notes of a period. */
import type { PeriodNotes } from '#contracts/dashboard.ts'
import { readDayNotes } from '#server/modules/settings/public.ts'
import type { FigureContext } from '#server/platform/context.ts'
import { namesOf } from './figures/names.ts'
import type { Filter } from './filters.ts'
import type { Period } from './period.ts'

/** Notes about a building are included if it is filtered, or if no building is. */
export const notesOf = async (
  ctx: FigureContext,
  { from, to }: Pick<Period, 'from' | 'to'>,
  { buildingIds }: Pick<Filter, 'buildingIds'>,
): Promise<PeriodNotes> => {
  const notes = (await readDayNotes(ctx)).filter(
    ({ date, buildingId }) =>
      date >= from &&
      date <= to &&
      (buildingId === null || buildingIds === undefined || buildingIds.includes(buildingId)),
  )
  const ids = [...new Set(notes.flatMap(({ buildingId }) => buildingId ?? []))]
  const names = ids.length === 0 ? new Map<string, string>() : await namesOf(ctx, 'building', ids)
  return notes.map(({ date, text, buildingId }) => ({
    date,
    text,
    building: buildingId === null ? null : { id: buildingId, name: names.get(buildingId) ?? '–' },
  }))
}
