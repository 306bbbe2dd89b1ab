/** Form values of a mailing and the request body. Pure. */
import type { CallInput } from '#client/types.ts'
import type { Scope } from '#contracts/kit/scope.ts'
import type { SharedContent } from '#contracts/reports.ts'
import type { createMailing, Mailing } from '#contracts/sharing/mailings.ts'
import { plusDays, todayIn } from '#desk-kit/lib/days.ts'
import { onceRecurrence, parseRecurrence, type Recurrence, rruleOf } from '../admin/schedules/recurrence.ts'
import { linesOf } from './link-draft.ts'

export interface MailingDraft {
  readonly name: string
  /** one a line */
  readonly recipients: string
  readonly rrule: Recurrence
  /** local time, e.g. 2026-11-23T07:00 */
  readonly startsAt: string
  /** '': the organisation's */
  readonly timeZone: string
  readonly contents: readonly SharedContent[]
  readonly scope: Scope
  readonly period: Mailing['period']
  readonly format: Mailing['format']
  readonly language: Mailing['language']
}

interface Own {
  readonly timeZone: string
  readonly language: Mailing['language']
}

export const draftOf = (mailing: Mailing | undefined, own: Own): MailingDraft => ({
  name: mailing?.name ?? '',
  recipients: mailing?.recipients.map(({ email }) => email).join('\n') ?? '',
  rrule: mailing ? parseRecurrence(mailing.rrule) : { ...onceRecurrence, kind: 'WEEKS', days: ['MONDAY'] },
  startsAt: mailing?.startsAt.slice(0, 16) ?? `${plusDays(todayIn(own.timeZone), 1)}T07:00`,
  timeZone: mailing && mailing.timeZone !== own.timeZone ? mailing.timeZone : '',
  contents: (mailing?.contents as readonly SharedContent[] | undefined) ?? ['OVERVIEW', 'ISSUES'],
  scope: mailing?.scope ?? {},
  period: mailing?.period ?? 'LAST_7_DAYS',
  format: mailing?.format ?? 'MAIL',
  language: mailing?.language ?? own.language,
})

/** The first line that is no valid email address. */
export const wrongLine = (recipients: string): string | undefined =>
  linesOf(recipients).find((line) => !/^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/.test(line))

type Body = NonNullable<CallInput<typeof createMailing>['body']>

export const bodyOf = (draft: MailingDraft): Body => {
  return {
    name: draft.name.trim(),
    recipients: linesOf(draft.recipients),
    rrule: rruleOf(draft.rrule) ?? '',
    startsAt: draft.startsAt,
    timeZone: draft.timeZone.trim() || null,
    contents: [...draft.contents],
    scope: draft.scope,
    period: draft.period,
    format: draft.format,
    language: draft.language,
  }
}
