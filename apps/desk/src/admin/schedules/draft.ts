/** Form values of a schedule and the request body. */

import type { Priority } from '#contracts/records.ts'
import type { Schedule } from '#contracts/schedules.ts'
import { plusDays, todayIn } from '#desk-kit/lib/days.ts'
import { assigneeInput } from '../../tasks/assignee.tsx'
import { onceRecurrence, parseRecurrence, type Recurrence, rruleOf } from './recurrence.ts'

/** When and where: everything that the dates depend on. */
export interface WhenDraft {
  readonly 'template.buildingId': string | null
  readonly 'template.amenityIds': readonly string[]
  readonly rrule: Recurrence
  /** local time, e.g. 2026-11-23T07:00 */
  readonly startsAt: string
  /** '': that of the place */
  readonly timeZone: string
}

export interface Draft extends WhenDraft {
  readonly name: string
  readonly 'template.title': string
  readonly 'template.description': string
  readonly 'template.priority': Priority | ''
  readonly 'template.category': string
  /** one step a line */
  readonly 'template.checklist': string
  /** `USER:id`; '': nobody */
  readonly 'template.assignee': string
  readonly 'template.dueAfterMinutes': number | null
  readonly ifOpen: Schedule['ifOpen']
  readonly enabled: boolean
}

const assigneeOf = ({ assignee }: Schedule['template']): string => {
  if (assignee?.userId) return `USER:${assignee.userId}`
  if (assignee?.operatorId) return `OPERATOR:${assignee.operatorId}`
  return assignee?.companyId ? `COMPANY:${assignee.companyId}` : ''
}

/** @param timeZone of the organisation; a new schedule starts there tomorrow at 07:00 */
export const whenOf = (
  schedule: Schedule | undefined,
  timeZone: string,
  kind: Recurrence['kind'],
): WhenDraft => ({
  'template.buildingId': schedule?.template.buildingId ?? null,
  'template.amenityIds': schedule?.template.amenityIds ?? [],
  rrule: schedule ? parseRecurrence(schedule.rrule) : { ...onceRecurrence, kind },
  startsAt: schedule?.startsAt.slice(0, 16) ?? `${plusDays(todayIn(timeZone), 1)}T07:00`,
  timeZone: schedule?.timeZone ?? '',
})

/** @param timeZone of the organisation */
export const draftOf = (schedule: Schedule | undefined, timeZone: string): Draft => {
  const template = schedule?.template
  return {
    ...whenOf(schedule, timeZone, 'WEEKS'),
    name: schedule?.name ?? '',
    'template.title': template?.title ?? '',
    'template.description': template?.description ?? '',
    'template.priority': template?.priority ?? '',
    'template.category': template?.category ?? '',
    'template.checklist': template?.checklist.map(({ text }) => text).join('\n') ?? '',
    'template.assignee': template ? assigneeOf(template) : '',
    'template.dueAfterMinutes': template?.dueAfterMinutes ?? null,
    ifOpen: schedule?.ifOpen ?? 'SKIP',
    enabled: schedule?.enabled ?? true,
  }
}

/** Recurrence and place: everything that the dates depend on. */
export const recurrenceBody = (draft: WhenDraft) => ({
  rrule: rruleOf(draft.rrule),
  startsAt: draft.startsAt,
  timeZone: draft.timeZone.trim() || null,
})

export const bodyOf = (draft: Draft) => {
  const name = draft.name.trim()
  return {
    name,
    enabled: draft.enabled,
    ifOpen: draft.ifOpen,
    ...recurrenceBody(draft),
    template: {
      title: draft['template.title'].trim() || name,
      description: draft['template.description'].trim(),
      priority: draft['template.priority'] || null,
      category: draft['template.category'] || null,
      checklist: draft['template.checklist']
        .split('\n')
        .map((step) => ({ text: step.trim() }))
        .filter(({ text }) => text !== ''),
      buildingId: draft['template.buildingId'],
      amenityIds: [...draft['template.amenityIds']],
      assignee: draft['template.assignee'] ? assigneeInput(draft['template.assignee']) : null,
      dueAfterMinutes: draft['template.dueAfterMinutes'],
    },
  }
}
