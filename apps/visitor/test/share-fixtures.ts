/** Models of shared pages of a busy place; `text` replaces all free text. */
import { type VisitorLanguage, visitorLanguages } from '#contracts/kit/vocabulary.ts'
import type { BoardEntry, SharedView } from '#contracts/sharing/view.ts'
import type { PageModel } from '../src/models.ts'
import type { SharePageModel } from '../src/pages/share/model.ts'

export interface ShareOptions {
  readonly language?: VisitorLanguage
  readonly text?: string
  readonly kind?: SharedView['kind']
  /** number of rows of each kind */
  readonly many?: number
}

export const now = '2026-11-20T13:05:00.000Z'

export const entry = (part: Partial<BoardEntry> = {}): BoardEntry => ({
  amenity: 'Washroom east',
  type: 'WASHROOM',
  building: 'Quay House',
  location: 'Level 2, East',
  level: 2,
  state: 'OPERATIONAL',
  report: 'OK',
  items: [],
  ...part,
})

const days = (): NonNullable<SharedView['trend']> =>
  [...Array(30).keys()].map((at) => ({
    date: new Date(Date.UTC(2026, 9, 22 + at)).toISOString().slice(0, 10),
    count: 12 + (at % 7),
    rated: at === 4 ? 3 : 10 + (at % 7),
    average: at === 9 ? null : 3.4 + (at % 9) / 10,
  }))

const viewOf = ({ kind = 'DASHBOARD', text, many = 12 }: ShareOptions): SharedView => {
  const say = (usual: string): string => text ?? usual
  const isBoard = kind === 'STATUS_BOARD'
  const branding = {
    name: say('Harbour Campus'),
    colour: '#8A2BE2',
    logoUrl: null,
    contact: null,
    privacyUrl: null,
  }
  const board = [...Array(many).keys()].map((at) =>
    entry({
      amenity: say(`Washroom ${at} beside the meeting rooms`),
      building: say(`House ${at % 3}`),
      location: say(`Level ${at % 5}, East`),
      ...(at % 9 === 0
        ? {
            state: 'OUT_OF_ORDER',
            items: [
              {
                name: say(`Tap ${at}`),
                state: 'OUT_OF_ORDER',
                report: 'CONFIRMED',
                since: '2026-11-19T08:00:00.000Z',
                note: say('The pump is being replaced.'),
                expectedEnd: '2026-11-22T08:00:00.000Z',
              },
            ],
          }
        : {}),
    }),
  )
  return {
    kind,
    name: say('For the landlord'),
    organisation: say('Harbour Campus'),
    branding,
    places: [say('Quay House'), 'WASHROOM'],
    period: isBoard
      ? null
      : { from: '2026-10-22', to: '2026-11-20', timeZone: 'Europe/Berlin', limitedBy: null },
    freshness: now,
    timeZone: 'Europe/Berlin',
    contents: isBoard ? [] : ['OVERVIEW', 'FEEDBACK', 'ISSUES', 'AMENITIES', 'TASKS', 'SLA'],
    feedback: isBoard
      ? null
      : {
          count: 410,
          rated: 380,
          average: 4.12,
          change: -0.02,
          averageChange: 0.11,
          distribution: { '1': 12, '2': 20, '3': 48, '4': 120, '5': 180 },
        },
    trend: isBoard ? null : days(),
    issues: isBoard
      ? null
      : [...Array(many).keys()].map((at) => ({
          code: `ISSUE_${at}`,
          name: say(`No soap ${at}`),
          count: 40 - at,
          share: 0.2,
          low: 0.14,
          high: 0.26,
          change: 0.1,
        })),
    amenities: isBoard
      ? null
      : [...Array(many).keys()].map((at) => ({
          name: say(`Washroom ${at}`),
          building: say(`House ${at % 3}`),
          location: say(`Level ${at % 4}`),
          type: 'WASHROOM',
          count: 20 + at,
          rated: 18 + at,
          average: 4.1,
          score: 4.05,
          low: 3.7,
          high: 4.4,
          rank: at + 1,
          change: null,
          averageChange: null,
          openTasks: at % 4,
        })),
    amenityCount: isBoard ? 0 : many + 20,
    tasks: isBoard
      ? null
      : { open: 9, inProgress: 3, done: 135, overdue: 1, created: 140, createdChange: 0.04 },
    buildings: isBoard
      ? null
      : [
          {
            name: say('Quay House'),
            slaShare: 0.9,
            slaLow: 0.84,
            slaHigh: 0.94,
            slaMet: 90,
            slaMissed: 10,
          },
        ],
    comments: isBoard
      ? null
      : [
          {
            at: now,
            rating: 2,
            comment: say('The mirror is broken'),
            issues: [{ code: 'OTHER', name: say('Mirror') }],
            amenity: say('Washroom 1'),
            building: say('Quay House'),
            location: null,
            images: [{ url: '/files/a', thumbnailUrl: '/files/b', width: 800, height: 600 }],
          },
        ],
    board: isBoard || kind === 'SCREEN' ? board : null,
    boardCount: isBoard || kind === 'SCREEN' ? many : 0,
    download: !isBoard,
  }
}

export const page = ({ language = 'en' }: ShareOptions = {}): PageModel => ({
  language,
  locale: language,
  languages: visitorLanguages,
  path: '/s/wks_7Qm3VbXr2LzKpT9sYcNd4HfG',
  now,
  branding: null,
})

export const shareModel = (options: ShareOptions = {}): SharePageModel => {
  const view = viewOf(options)
  const isLive = view.kind === 'STATUS_BOARD' || view.kind === 'SCREEN'
  return {
    ...page(options),
    branding: view.branding,
    view,
    follow: isLive ? '/s/wks_7Qm3VbXr2LzKpT9sYcNd4HfG/live' : null,
    pass: null,
    download: view.download ? { pdf: '/s/t/report.pdf', csv: '/s/t/report.csv', language: 'en' } : null,
    framed: view.kind === 'EMBED',
  }
}
