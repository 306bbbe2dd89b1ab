/** Models of every page of a busy place; `text` replaces all free text. */
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import { visitorLanguages } from '#contracts/kit/vocabulary.ts'
import type {
  AboutPageModel,
  ErrorPageModel,
  NotConfiguredPageModel,
  PageModel,
  RatePageModel,
  ReportPageModel,
  StatusPageModel,
  ThanksPageModel,
  TrackPageModel,
} from '../src/models.ts'
import { taskLinkFixtures } from './task-link-fixtures.ts'

export interface FixtureOptions {
  readonly language?: VisitorLanguage
  /** replaces all free text */
  readonly text?: string
  readonly colour?: string | null
  /** default: the language alone */
  readonly locale?: string
}

const qrCode = '4F7K2M9QRTX3B8WHDJ5N'
const token = 'wkt_7Qm3VbXr2LzKpT9sYcNd4HfG'
const id = (n: number) => `0192f0c4-7a10-7000-8000-${String(n).padStart(12, '0')}`
const at = (time: string) => `2026-11-20T${time}:00.000Z`

const issueNames = [
  ['NO_PAPER', 'No paper'],
  ['NO_SOAP', 'No soap'],
  ['NO_TOWELS', 'No towels'],
  ['NOT_CLEAN', 'Not clean'],
  ['BAD_SMELL', 'Bad smell'],
  ['WET_FLOOR', 'Wet floor'],
  ['BLOCKED_TOILET', 'Blocked toilet'],
  ['LEAK', 'Leak'],
  ['BIN_FULL', 'Bin full'],
  ['BROKEN_FIXTURE', 'Something is broken'],
  ['NOT_ACCESSIBLE', 'Not accessible'],
  ['OTHER', 'Something else'],
] as const

/** Models of all pages. */
export const fixtures = (options: FixtureOptions = {}) => {
  const { language = 'en', text, colour = null } = options
  const say = (usual: string) => text ?? usual
  const branding = {
    name: say('Harbour House'),
    colour,
    logoUrl: null,
    contact: say('Front desk, +49 40 1234567'),
    privacyUrl: text ?? 'https://example.org/privacy',
  }
  const building = { name: say('Main building'), timeZone: 'Europe/Berlin' }
  const location = say('Level 2, East')
  const page = (path: string): PageModel => ({
    language,
    locale: options.locale ?? language,
    languages: [...visitorLanguages],
    path,
    now: at('13:20'),
    branding,
  })
  const issues = issueNames.map(([code, name]) => ({
    code,
    name: say(name),
    icon: null,
    safety: code === 'LEAK',
  }))
  const amenity = { id: id(1), name: say('Washroom, men'), type: 'WASHROOM', state: 'DEGRADED' as const }
  const alternatives = [
    { name: say('Washroom, level 3'), location: say('Level 3, East'), state: 'OPERATIONAL' as const },
  ]
  const states = ['CONFIRMED', 'IN_PROGRESS', 'REPORTED', 'REPORTED', 'RESOLVED'] as const
  const seed = { submissionId: '3f0c9a52-6a3e-4a55-9a0a-5a1d7d0c11aa', started: '1795180800000.c2lnbmVk' }
  const image = (n: number) => ({
    key: `k${n}`,
    url: text ?? `/files/k${n}`,
    thumbnailUrl: text ?? `/files/k${n}-t`,
    width: 1280,
    height: 960,
  })
  const status: StatusPageModel['status'] = {
    qrCode,
    amenity,
    building,
    state: 'DEGRADED',
    items: [
      { name: say('Toilets'), state: 'OPERATIONAL', report: 'OK', since: null, reports: 0, note: null },
      {
        name: say('Hand dryers'),
        state: 'DEGRADED',
        report: 'CONFIRMED',
        since: at('12:05'),
        reports: 3,
        note: say('The left one is off. Paper towels are there.'),
      },
      {
        name: say('Door'),
        state: 'MAINTENANCE',
        report: 'IN_PROGRESS',
        since: at('09:30'),
        reports: 1,
        note: null,
      },
      {
        name: say('Shower'),
        state: 'OUT_OF_ORDER',
        report: 'OK',
        since: at('07:00'),
        reports: 0,
        note: null,
      },
    ].map((item, index) => ({
      ...(item as StatusPageModel['status']['items'][number]),
      id: id(10 + index),
      expectedEnd: index === 3 ? '2026-11-21T10:00:00.000Z' : null,
    })),
    location,
    branding,
    languages: [...visitorLanguages],
    language,
    issues,
    incidents: [],
    alternatives,
    lastCleanedAt: at('11:40'),
    nextCheckAt: at('15:00'),
    photos: true,
    days: Array.from({ length: 30 }, (_, index) => ({
      date: new Date(Date.UTC(2026, 9, 22 + index)).toISOString().slice(0, 10),
      state:
        index === 12
          ? 'OUT_OF_ORDER'
          : index === 13
            ? 'MAINTENANCE'
            : index === 29
              ? 'DEGRADED'
              : 'OPERATIONAL',
      availability: index < 2 ? null : 1,
      incidents: 0,
    })),
    updatedAt: at('13:19'),
  }
  const rate: RatePageModel = {
    ...page(`/q/${qrCode}`),
    ...seed,
    information: {
      qrCode,
      amenity,
      building,
      location,
      branding,
      languages: [...visitorLanguages],
      language,
      issues,
      known: states.map((state, index) => ({
        code: issueNames[index]?.[0] ?? 'OTHER',
        name: say(issueNames[index]?.[1] ?? ''),
        since: at(`12:${String(index * 11).padStart(2, '0')}`),
        reports: index + 1,
        state,
      })),
      notices: [
        {
          name: say('Hand dryers'),
          state: 'OUT_OF_ORDER',
          note: say('The left one is off. Paper towels are there.'),
          expectedEnd: '2026-11-21T10:00:00.000Z',
        },
      ],
      alternatives,
      emergencyPhone: '112',
      usualMinutes: 45,
      photos: true,
    },
  }
  const lift: RatePageModel = {
    ...rate,
    information: {
      ...rate.information,
      amenity: { ...amenity, name: say('Lift B'), type: 'ELEVATOR', state: 'OPERATIONAL' },
      known: [],
      notices: [],
      alternatives: [],
      issues: [
        { code: 'PERSON_TRAPPED', name: say('Person trapped'), icon: null, safety: true },
        { code: 'DOOR_FAULT', name: say('Door fault'), icon: null, safety: false },
        { code: 'STRANGE_NOISE', name: say('Strange noise'), icon: null, safety: false },
        { code: 'OTHER', name: say('Something else'), icon: null, safety: false },
      ],
    },
  }
  const rateWithErrors: RatePageModel = {
    ...rate,
    values: { issues: ['LEAK', 'OTHER'], comment: say('The comment that was too long') },
    errors: { choice: 'MISSING', comment: 'TOO_LONG' },
  }
  const thanks: ThanksPageModel = {
    ...page(`/q/${qrCode}`),
    qrCode,
    amenity: { name: say('Washroom, men') },
    building,
    location,
    trackingToken: token,
    reference: 'A3F0-9C1B',
    recorded: {
      rating: 2,
      issues: [{ name: say('No paper') }, { name: say('Leak') }],
      comment: true,
      photos: 2,
    },
    usualMinutes: 45,
    addUntil: at('13:30'),
    safety: true,
    emergencyPhone: '112',
  }
  const track: TrackPageModel = {
    ...page(`/t/${token}`),
    trackingToken: token,
    tracking: {
      reference: 'A3F0-9C1B',
      state: 'RESOLVED',
      timeline: [
        { at: at('11:02'), what: 'RECEIVED' },
        { at: at('11:03'), what: 'JOINED' },
        { at: at('11:20'), what: 'IN_PROGRESS' },
        { at: at('12:58'), what: 'RESOLVED' },
      ],
      messages: [{ at: at('11:30'), text: say('And the light flickers.') }],
      replies: [
        { at: at('12:58'), text: say('The paper is refilled and the pipe has a new seal.'), language: null },
      ],
      canConfirm: true,
      createdAt: at('11:02'),
      rating: 2,
      comment: say('No paper in the left cubicle.\nThe floor is wet as well.'),
      issues: [
        { code: 'NO_PAPER', name: say('No paper'), detail: null },
        { code: 'OTHER', name: say('Something else'), detail: say('The hook is loose') },
      ],
      images: [image(1)],
      imagesAfter: [image(2), image(3)],
      amenity: { name: say('Washroom, men') },
      building,
      location,
      branding,
      languages: [...visitorLanguages],
      language,
      test: false,
      subscribed: false,
      emergency: null,
      erased: false,
    },
  }
  const trackReceived: TrackPageModel = {
    ...track,
    done: 'EMAIL',
    tracking: {
      ...track.tracking,
      state: 'RECEIVED',
      timeline: track.tracking.timeline.slice(0, 1),
      messages: [],
      replies: [],
      imagesAfter: [],
      images: [],
      canConfirm: false,
      subscribed: true,
      emergency: { phone: '112' },
    },
  }
  const report: ReportPageModel = {
    ...page(`/status/${qrCode}/report`),
    ...seed,
    status,
    emergencyPhone: '112',
  }
  const statusPage: StatusPageModel = { ...page(`/status/${qrCode}`), status }
  const notConfigured = (reason: NotConfiguredPageModel['reason']): NotConfiguredPageModel => ({
    ...page(`/q/${qrCode}`),
    branding: reason === 'UNLINKED' ? branding : null,
    reason,
    code: reason === 'ENTRY' ? null : say('4F7K2 M9QRT X3B8W HDJ5N'),
  })
  const about: AboutPageModel = { ...page('/privacy?from=4F7K2M9QRTX3B8WHDJ5N'), returnPath: `/q/${qrCode}` }
  const error: ErrorPageModel = {
    ...page(`/q/${qrCode}`),
    reason: 'RATE_LIMITED',
    retryAfter: 24,
    requestId: 'req-0192f0c47a10',
    resend: {
      action: `/q/${qrCode}`,
      fields: [
        ['rating', '2'],
        ['issues', 'LEAK'],
        ['issues', 'NO_PAPER'],
        ['comment', say('It drips')],
      ],
    },
  }
  return {
    rate,
    lift,
    rateWithErrors,
    thanks,
    track,
    trackReceived,
    ...taskLinkFixtures(page, say),
    statusPage,
    report,
    about,
    any: page('/q'),
    mine: page('/t'),
    error,
    unlinked: notConfigured('UNLINKED'),
    unknown: notConfigured('UNKNOWN'),
    noReport: notConfigured('TRACKING'),
    entry: notConfigured('ENTRY'),
  }
}
