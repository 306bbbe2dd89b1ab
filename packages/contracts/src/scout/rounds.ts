/** Rounds of scouts, their stops and the inspections there. */
import { type Static, Type } from 'typebox'
import { Nullable } from '../kit/nullable.ts'
import { personal } from '../kit/personal.ts'
import { Version } from '../kit/pieces.ts'
import type { Move } from '../kit/states.ts'
import { Id, Timestamp } from '../kit/text.ts'
import { BuildingRef, Code, Count, Image, Person } from '../records.ts'
import { PartId } from './templates.ts'

export const roundStates = [
  'SCHEDULED',
  'ACCEPTED',
  'IN_PROGRESS',
  'PAUSED',
  'SUBMITTED',
  'REVIEWED',
  'DECLINED',
  'EXPIRED',
] as const
export const RoundState = Type.Enum([...roundStates])
export type RoundState = Static<typeof RoundState>

export const roundMoves = [
  { from: ['SCHEDULED'], to: 'ACCEPTED', by: ['scout'] },
  { from: ['SCHEDULED', 'ACCEPTED'], to: 'DECLINED', by: ['scout'] },
  { from: ['SCHEDULED', 'ACCEPTED'], to: 'IN_PROGRESS', by: ['scout'] },
  { from: ['ACCEPTED'], to: 'SCHEDULED', by: ['scout', 'ADMIN'] },
  { from: ['IN_PROGRESS'], to: 'PAUSED', by: ['scout'] },
  { from: ['PAUSED'], to: 'IN_PROGRESS', by: ['scout'] },
  { from: ['IN_PROGRESS', 'PAUSED'], to: 'SCHEDULED', by: ['ADMIN'] },
  { from: ['IN_PROGRESS', 'PAUSED'], to: 'SUBMITTED', by: ['scout'] },
  { from: ['SUBMITTED'], to: 'REVIEWED', by: ['ADMIN'] },
  { from: ['SUBMITTED'], to: 'IN_PROGRESS', by: ['ADMIN'] },
  { from: ['SCHEDULED', 'ACCEPTED', 'IN_PROGRESS', 'PAUSED'], to: 'EXPIRED', by: ['time'] },
] as const satisfies readonly Move<RoundState>[]

/** States in which a round is still to be walked. */
export const openRoundStates = [
  'SCHEDULED',
  'ACCEPTED',
  'IN_PROGRESS',
  'PAUSED',
] as const satisfies readonly RoundState[]
/** States whose inspections count in figures. */
export const countedRoundStates = ['SUBMITTED', 'REVIEWED'] as const satisfies readonly RoundState[]

/** `codeHash`: SHA-256 (hex) of the normalised code on its sticker, so that a phone knows it offline. */
export const ScoutAmenity = Type.Object({
  id: Id,
  name: Type.String(),
  type: Code,
  buildingId: Id,
  locationId: Nullable(Id),
  /** as text, e.g. "Level 2, East" */
  location: Nullable(Type.String()),
  codeHash: Nullable(Type.String()),
})
export type ScoutAmenity = Static<typeof ScoutAmenity>

/** 0..100 with one decimal; null where nothing counts. */
export const ScoreValue = Nullable(Type.Number({ minimum: 0, maximum: 100 }))

export const InspectionState = Type.Enum(['IN_PROGRESS', 'COMPLETED', 'SKIPPED'])
export type InspectionState = Static<typeof InspectionState>

export const inspectionMoves = [
  { from: ['IN_PROGRESS'], to: 'COMPLETED', by: ['scout'] },
  { from: ['IN_PROGRESS'], to: 'SKIPPED', by: ['scout'] },
  { from: ['COMPLETED', 'SKIPPED'], to: 'IN_PROGRESS', by: ['scout'] },
] as const satisfies readonly Move<InspectionState>[]

export const SkipReason = Type.Enum(['CLOSED', 'OCCUPIED', 'UNSAFE', 'NO_ACCESS', 'OTHER'])
export type SkipReason = Static<typeof SkipReason>

export const roundFields = {
  id: Id,
  /** increases from 1 in each tenant */
  number: Type.Integer({ minimum: 1 }),
  title: Type.String(),
  state: RoundState,
  building: BuildingRef,
  /** null: open to all scouts of the building */
  scout: Nullable(Person),
  extra: Type.Boolean(),
  opensAt: Timestamp,
  dueBy: Timestamp,
  startedAt: Nullable(Timestamp),
  submittedAt: Nullable(Timestamp),
  reviewedAt: Nullable(Timestamp),
  stopCount: Count,
  doneCount: Count,
  score: ScoreValue,
  passed: Nullable(Type.Boolean()),
  note: personal(Nullable(Type.String())),
  /** why it was declined or paused */
  reason: personal(Nullable(Type.String())),
  returned: Nullable(Type.Object({ at: Timestamp, reason: personal(Type.String()) })),
  version: Version,
}
export const Round = Type.Object(roundFields)
export type Round = Static<typeof Round>

export const RoundStop = Type.Object({
  id: Id,
  position: Count,
  amenity: ScoutAmenity,
  templateId: Id,
  /** null until the round is started */
  templateVersion: Nullable(Version),
  inspection: Nullable(
    Type.Object({ state: InspectionState, score: ScoreValue, passed: Nullable(Type.Boolean()) }),
  ),
})
export type RoundStop = Static<typeof RoundStop>

/** In the order in which the administrator named the amenities. */
export const RoundDetail = Type.Object({ ...roundFields, stops: Type.Array(RoundStop) })
export type RoundDetail = Static<typeof RoundDetail>

/** What an answer may be, by the kind of its question; null where there is none. */
export const StoredValue = Type.Union([
  Type.Boolean(),
  Type.Number(),
  Type.String(),
  Type.Array(Type.String()),
  Type.Null(),
])

export const StoredAnswer = Type.Object({
  questionId: PartId,
  value: personal(StoredValue),
  na: Type.Boolean(),
  note: personal(Nullable(Type.String())),
  photos: Type.Array(Image),
  at: Timestamp,
  version: Type.Integer({ minimum: 1 }),
})
export type StoredAnswer = Static<typeof StoredAnswer>

/** Its id is that of the stop. */
export const Inspection = Type.Object({
  id: Id,
  round: Type.Object({ id: Id, number: Type.Integer({ minimum: 1 }) }),
  amenity: ScoutAmenity,
  template: Type.Object({ id: Id, name: Type.String(), version: Version }),
  state: InspectionState,
  /** SCANNED: the code on the sticker was shown */
  presence: Type.Enum(['SCANNED', 'UNPROVEN']),
  /** why there was no code */
  noCodeReason: personal(Nullable(Type.String())),
  startedAt: Timestamp,
  completedAt: Nullable(Timestamp),
  skipped: Nullable(Type.Object({ reason: SkipReason, note: personal(Nullable(Type.String())) })),
  answers: Type.Array(StoredAnswer),
  score: ScoreValue,
  passed: Nullable(Type.Boolean()),
  parts: Type.Array(
    Type.Object({
      sectionId: PartId,
      title: Type.String(),
      points: Type.Number(),
      max: Type.Number(),
      score: ScoreValue,
    }),
  ),
  criticalFailed: Type.Array(PartId),
  reopened: Count,
  version: Version,
})
export type Inspection = Static<typeof Inspection>
