/**
 * Shared pages: what viewers of a share link see. They contain no names of staff and no ids of records. What
 * `contents` leaves out is null.
 */
import { type Static, Type } from 'typebox'
import { Overview, Period } from '#contracts/dashboard.ts'
import { Rating } from '#contracts/feedback.ts'
import { AmenityPerformance, BuildingComparison, IssueFigure, TrendDay } from '#contracts/figures.ts'
import { Nullable } from '#contracts/kit/nullable.ts'
import { Timestamp } from '#contracts/kit/text.ts'
import { Branding, Code, Count, OperationalState, ReportState } from '#contracts/records.ts'
import { SharedContent } from '#contracts/reports.ts'

/**
 * DASHBOARD     figures of a period that the viewer chooses
 * REPORT        the same, laid out for reading and printing
 * STATUS_BOARD  current state of amenities
 * EMBED         figures within a page of another site
 * SCREEN        figures and the board on a wall
 */
export const linkKinds = ['DASHBOARD', 'REPORT', 'STATUS_BOARD', 'EMBED', 'SCREEN'] as const
export const LinkKind = Type.Enum([...linkKinds])
export type LinkKind = Static<typeof LinkKind>

const performance = AmenityPerformance.properties

/** An amenity of the ranking; without its building if that is outside of the scope. */
export const SharedAmenity = Type.Object({
  name: performance.name,
  building: Nullable(Type.String()),
  /** also empty if its building is not shown */
  location: performance.location,
  type: Code,
  count: performance.count,
  rated: performance.rated,
  average: performance.average,
  score: performance.score,
  low: performance.low,
  high: performance.high,
  rank: performance.rank,
  change: performance.change,
  openTasks: performance.openTasks,
})

/** Only the SLA figures of a building. */
export const SharedBuilding = Type.Pick(BuildingComparison, [
  'name',
  'slaMet',
  'slaMissed',
  'slaShare',
  'slaLow',
  'slaHigh',
])

/** Newest first, with phone numbers and email addresses masked. */
export const SharedComment = Type.Object({
  at: Timestamp,
  rating: Nullable(Rating),
  /** null if there are only photos */
  comment: Nullable(Type.String()),
  issues: Type.Array(Type.Object({ code: Code, name: Type.String() })),
  amenity: Type.String(),
  building: Type.String(),
  /** names from the top level down; null without a location */
  location: Nullable(Type.String()),
  /** empty unless the link shows photos */
  images: Type.Array(
    Type.Object({ url: Type.String(), thumbnailUrl: Type.String(), width: Count, height: Count }),
  ),
})

export const BoardItem = Type.Object({
  name: Type.String(),
  state: OperationalState,
  report: ReportState,
  since: Nullable(Timestamp),
  note: Nullable(Type.String()),
  expectedEnd: Nullable(Timestamp),
})

/**
 * An amenity of the status board with its visible items; `state` is the worst of them, `report` covers the reports
 * that nobody has fixed.
 */
export const BoardEntry = Type.Object({
  amenity: Type.String(),
  type: Code,
  building: Type.String(),
  location: Nullable(Type.String()),
  /** position of its floor in the building, from the bottom up; null without one */
  level: Nullable(Type.Integer()),
  state: OperationalState,
  report: ReportState,
  items: Type.Array(BoardItem),
})
export type BoardEntry = Static<typeof BoardEntry>

/** Most rows of each kind. */
export const sharedRows = { amenities: 100, issues: 50, comments: 20, board: 500 } as const

export const SharedView = Type.Object({
  kind: LinkKind,
  /** of the link */
  name: Type.String(),
  organisation: Type.String(),
  branding: Branding,
  /** the scope as names; empty: everything; `–`: nothing, by an empty list */
  places: Type.Array(Type.String()),
  /** null on a STATUS_BOARD */
  period: Nullable(Period),
  /** moment at which everything was counted */
  freshness: Timestamp,
  /** of times in the answer: that of the building if exactly one is shared, else the organisation's */
  timeZone: Type.String(),
  contents: Type.Array(SharedContent),
  /** with OVERVIEW or FEEDBACK */
  feedback: Nullable(Overview.properties.feedback),
  /** one entry for each day; with FEEDBACK or OVERVIEW */
  trend: Nullable(Type.Array(TrendDay)),
  /** with ISSUES, most frequent first */
  issues: Nullable(Type.Array(IssueFigure)),
  /** with AMENITIES, best score first */
  amenities: Nullable(Type.Array(SharedAmenity)),
  /** total number of amenities */
  amenityCount: Count,
  /** with OVERVIEW or TASKS */
  tasks: Nullable(Overview.properties.tasks),
  /** with SLA, by name */
  buildings: Nullable(Type.Array(SharedBuilding)),
  /** with FEEDBACK if the link shows comments or photos; else null */
  comments: Nullable(Type.Array(SharedComment)),
  /** for STATUS_BOARD and SCREEN, worst first; else null */
  board: Nullable(Type.Array(BoardEntry)),
  /** total number of amenities on the board */
  boardCount: Count,
  /** PDF and CSV, if the plan has them and the link shows figures */
  download: Type.Boolean(),
})
export type SharedView = Static<typeof SharedView>

/** Why a link no longer opens. */
export const LinkEnd = Type.Enum(['EXPIRED', 'USED_UP', 'REVOKED'])
export type LinkEnd = Static<typeof LinkEnd>

/** What `/s/TOKEN` shows. An unknown token, and one replaced by a rotation, is NOT_FOUND. */
export type SharePage =
  | { readonly state: 'OPEN'; readonly view: SharedView }
  /** a password is required; nothing of the content is returned before */
  | { readonly state: 'LOCKED'; readonly branding: Static<typeof Branding> }
  | { readonly state: 'ENDED'; readonly why: LinkEnd; readonly branding: Static<typeof Branding> }

/** What `/s/pair` returns to a wall without a link. */
export type PairingPage =
  /** `code` has six characters and is valid until `expiresAt` (ISO 8601), ten minutes after its creation */
  | { readonly state: 'WAITING'; readonly code: string; readonly expiresAt: string }
  /** returned once: from now on the wall opens `/s/TOKEN` */
  | { readonly state: 'PAIRED'; readonly token: string }
