/** The figures of one issue of a mailing: counted once, the same for all recipients. */
import { issueName } from '#contracts/catalogue/names.ts'
import type { SharedContent } from '#contracts/reports.ts'
import type { SharedFigures } from '#server/modules/dashboard/public.ts'
import type { DeskLanguage } from '#server/platform/mail/layout.ts'
import { samplePlace } from '#server/platform/mail/samples.ts'

/** Rows of a table in the email, amenities with the lowest score first; attachments have all. */
export const mailRows = 10

type Amenity = NonNullable<SharedFigures['amenities']>[number]
type Issue = NonNullable<SharedFigures['issues']>[number]
type Building = NonNullable<SharedFigures['buildings']>[number]

export interface IssueFigures {
  readonly contents: readonly SharedContent[]
  readonly places: readonly string[]
  readonly period: Pick<SharedFigures['period'], 'from' | 'to' | 'timeZone'>
  /** whether its days are in another time zone than the mailing's; absent: no */
  readonly otherClock?: boolean
  readonly feedback: SharedFigures['feedback']
  readonly tasks: SharedFigures['tasks']
  readonly issues: readonly Pick<Issue, 'name' | 'count' | 'share'>[] | null
  readonly amenities:
    | readonly (Pick<Amenity, 'name' | 'building' | 'average' | 'score' | 'rated'> &
        Partial<Pick<Amenity, 'location'>>)[]
    | null
  /** including those not listed; absent: none */
  readonly amenityCount?: number
  readonly buildings: readonly Pick<Building, 'name' | 'slaShare' | 'slaMet' | 'slaMissed'>[] | null
}

export const issueFiguresOf = (
  contents: readonly SharedContent[],
  places: readonly string[],
  { period, feedback, tasks, issues, amenities, amenityCount, buildings }: SharedFigures,
  timeZone: string,
): IssueFigures => ({
  contents,
  places,
  period: { from: period.from, to: period.to, timeZone: period.timeZone },
  otherClock: period.timeZone !== timeZone,
  feedback,
  tasks,
  issues: issues?.slice(0, mailRows).map(({ name, count, share }) => ({ name, count, share })) ?? null,
  amenities:
    amenities?.slice(0, mailRows).map(({ name, location, building, average, score, rated }) => ({
      name,
      location,
      building,
      average,
      score,
      rated,
    })) ?? null,
  amenityCount,
  buildings:
    buildings?.map(({ name, slaShare, slaMet, slaMissed }) => ({ name, slaShare, slaMet, slaMissed })) ??
    null,
})

export const sampleFigures = (language: DeskLanguage): IssueFigures => ({
  contents: ['OVERVIEW', 'ISSUES', 'AMENITIES', 'SLA'],
  places: [],
  period: { from: '2026-11-16', to: '2026-11-22', timeZone: 'Europe/Berlin' },
  feedback: {
    count: 412,
    rated: 398,
    average: 3.9,
    change: 0.08,
    averageChange: 0.2,
    distribution: { '1': 24, '2': 31, '3': 62, '4': 121, '5': 160 },
  },
  tasks: { open: 7, inProgress: 3, done: 41, overdue: 1, created: 44, createdChange: -0.05 },
  issues: [
    { name: issueName('NO_PAPER', language), count: 31, share: 0.36 },
    { name: issueName('LEAK', language), count: 9, share: 0.1 },
  ],
  amenities: [
    {
      name: samplePlace(language).room,
      building: samplePlace(language).building,
      average: 4.4,
      score: 4.3,
      rated: 88,
    },
  ],
  buildings: [{ name: samplePlace(language).building, slaShare: 0.93, slaMet: 38, slaMissed: 3 }],
})
