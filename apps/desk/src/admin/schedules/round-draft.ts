/** Form values of a schedule of kind ROUND and the request body. */
import type { Schedule } from '#contracts/schedules.ts'
import { recurrenceBody, type WhenDraft, whenOf } from './draft.ts'

export interface RoundDraft extends WhenDraft {
  readonly name: string
  readonly 'template.title': string
  readonly 'template.templateIds': readonly string[]
  /** null: open to all scouts of the building */
  readonly 'template.scoutId': string | null
  readonly 'template.dueAfterMinutes': number
  readonly enabled: boolean
}

const usualMinutes = 24 * 60

/** @param timeZone of the organisation */
export const roundDraftOf = (schedule: Schedule | undefined, timeZone: string): RoundDraft => ({
  ...whenOf(schedule, timeZone, 'ONCE'),
  name: schedule?.name ?? '',
  'template.title': schedule?.template.title ?? '',
  'template.templateIds': schedule?.template.templateIds ?? [],
  'template.scoutId': schedule?.template.scoutId ?? null,
  'template.dueAfterMinutes': schedule?.template.dueAfterMinutes ?? usualMinutes,
  enabled: schedule?.enabled ?? true,
})

/** A title of its own that the API gave is kept; a new round is called as its plan. */
export const roundBodyOf = (draft: RoundDraft) => {
  const name = draft.name.trim()
  return {
    name,
    kind: 'ROUND' as const,
    enabled: draft.enabled,
    ...recurrenceBody(draft),
    template: {
      title: draft['template.title'] || name,
      buildingId: draft['template.buildingId'],
      amenityIds: [...draft['template.amenityIds']],
      templateIds: [...draft['template.templateIds']],
      scoutId: draft['template.scoutId'],
      dueAfterMinutes: draft['template.dueAfterMinutes'],
    },
  }
}
