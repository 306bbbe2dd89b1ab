/**
 * What people without an account see through a share link. Names of staff are never in it; ids of records neither. What
 * `contents` leaves out is null.
 */
import { type Static, Type } from 'typebox'
import { Overview, Period } from '#contracts/dashboard.ts'
import { ReportContent } from '#contracts/exports.ts'
import { Rating } from '#contracts/feedback.ts'
import { AmenityPerformance, BuildingComparison, IssueFigure, TrendDay } from '#contracts/figures.ts'
import { Nullable } from '#contracts/kit/nullable.ts'
import { Timestamp } from '#contracts/kit/text.ts'
import { Branding, Code, Count, OperationalState, ReportState } from '#contracts/records.ts'

/**
 * DASHBOARD     figures of a period that the viewer may choose
 * REPORT        the same, laid out to be read and printed
 * STATUS_BOARD  what works and what does not, now
 * EMBED         figures in a page of somebody else
 * SCREEN        figures and the board on a wall
 */
export const linkKinds = ['DASHBOARD', 'REPORT', 'STATUS_BOARD', 'EMBED', 'SCREEN'] as const
export const LinkKind = Type.Enum([...linkKinds])
export type LinkKind = Static<typeof LinkKind>

const performance = AmenityPerformance.properties

/** An amenity of the ranking; without its building where that lies outside of what is shared. */
export const SharedAmenity = Type.Object({
  name: performance.name,
  building: Nullable(Type.String()),
  /** empty also where its building is not shown */
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

/** The SLA alone, whatever else is counted of a building. */
export const SharedBuilding = Type.Pick(BuildingComparison, [
  'name',
  'slaMet',
  'slaMissed',
  'slaShare',
  'slaLow',
  'slaHigh',
])

/** The newest first; phone numbers and e-mail addresses in it are masked. */
export const SharedComment = Type.Object({
  at: Timestamp,
  rating: Nullable(Rating),
  /** null where there are photos alone */
  comment: Nullable(Type.String()),
  issues: Type.Array(Type.Object({ code: Code, name: Type.String() })),
  amenity: Type.String(),
  building: Type.String(),
  /** names from the top down; null on no floor */
  location: Nullable(Type.String()),
  /** none unless the link shows photos */
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
 * An amenity on the status board, with its items that visitors see; `state` is the worst of them, `report` what visitors
 * named and nobody has mended.
 */
export const BoardEntry = Type.Object({
  amenity: Type.String(),
  type: Code,
  building: Type.String(),
  location: Nullable(Type.String()),
  /** of its floor among those of the building, from the bottom up; null where it lies on none */
  level: Nullable(Type.Integer()),
  state: OperationalState,
  report: ReportState,
  items: Type.Array(BoardItem),
})
export type BoardEntry = Static<typeof BoardEntry>

/** At most so many of each. */
export const sharedRows = { amenities: 100, issues: 50, comments: 20, board: 500 } as const

export const SharedView = Type.Object({
  kind: LinkKind,
  /** of the link */
  name: Type.String(),
  organisation: Type.String(),
  branding: Branding,
  /** what the scope names, in words; empty: everything; `–`: nothing, by an empty list */
  places: Type.Array(Type.String()),
  /** null on a STATUS_BOARD */
  period: Nullable(Period),
  /** the moment at which all of it was counted */
  freshness: Timestamp,
  /** on whose clock it is told: the building's where exactly one is shared, else the organisation's */
  timeZone: Type.String(),
  contents: Type.Array(ReportContent),
  /** with OVERVIEW or FEEDBACK */
  feedback: Nullable(Overview.properties.feedback),
  /** one entry a day; with FEEDBACK or OVERVIEW */
  trend: Nullable(Type.Array(TrendDay)),
  /** with ISSUES, the most named first */
  issues: Nullable(Type.Array(IssueFigure)),
  /** with AMENITIES, the best score first */
  amenities: Nullable(Type.Array(SharedAmenity)),
  /** how many amenities there are in all */
  amenityCount: Count,
  /** with OVERVIEW or TASKS */
  tasks: Nullable(Overview.properties.tasks),
  /** with SLA, by name */
  buildings: Nullable(Type.Array(SharedBuilding)),
  /** with FEEDBACK where the link shows comments or photos; else null */
  comments: Nullable(Type.Array(SharedComment)),
  /** of a STATUS_BOARD and a SCREEN, the worst first; else null */
  board: Nullable(Type.Array(BoardEntry)),
  /** how many amenities the board has in all */
  boardCount: Count,
  /** PDF and CSV: where the plan has them, and the link shows figures */
  download: Type.Boolean(),
})
export type SharedView = Static<typeof SharedView>

/** Why a link opens nothing any more. */
export const LinkEnd = Type.Enum(['EXPIRED', 'USED_UP', 'REVOKED'])
export type LinkEnd = Static<typeof LinkEnd>

/** What `/s/TOKEN` shows. An unknown token, and one that a rotation replaced, is NOT_FOUND. */
export type SharePage =
  | { readonly state: 'OPEN'; readonly view: SharedView }
  /** a password is wanted; nothing of what is shared is told before */
  | { readonly state: 'LOCKED'; readonly branding: Static<typeof Branding> }
  | { readonly state: 'ENDED'; readonly why: LinkEnd; readonly branding: Static<typeof Branding> }

/** What a wall without a link is told at `/s/pair`. */
export type PairingPage =
  /** `code` has six characters; it is good until `expiresAt` (ISO 8601), ten minutes after it was made */
  | { readonly state: 'WAITING'; readonly code: string; readonly expiresAt: string }
  /** told once: from now on the wall opens `/s/TOKEN` */
  | { readonly state: 'PAIRED'; readonly token: string }
