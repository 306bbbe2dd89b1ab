/** Scouts: people outside the team who inspect, as they see themselves and as administrators see them. */
import { type Static, Type } from 'typebox'
import { Nullable } from '../kit/nullable.ts'
import { personal } from '../kit/personal.ts'
import { Version } from '../kit/pieces.ts'
import type { Move } from '../kit/states.ts'
import { DateOnly, Id, Timestamp } from '../kit/text.ts'
import { VisitorLanguage } from '../kit/vocabulary.ts'
import { BuildingRef, Code, Count } from '../records.ts'

export const scoutKinds = ['SUPERVISOR', 'AUDITOR', 'MYSTERY', 'ACCESSIBILITY', 'CLIENT'] as const
export const ScoutKind = Type.Enum([...scoutKinds])
export type ScoutKind = Static<typeof ScoutKind>

export const scoutStates = ['INVITED', 'ACTIVE', 'SUSPENDED', 'REVOKED'] as const
export const ScoutState = Type.Enum([...scoutStates])
export type ScoutState = Static<typeof ScoutState>

export const scoutMoves = [
  { from: ['INVITED'], to: 'ACTIVE', by: ['activation'] },
  { from: ['INVITED', 'ACTIVE'], to: 'SUSPENDED', by: ['ADMIN'] },
  { from: ['SUSPENDED'], to: 'ACTIVE', by: ['ADMIN'] },
  { from: ['INVITED', 'ACTIVE', 'SUSPENDED'], to: 'REVOKED', by: ['ADMIN'] },
] as const satisfies readonly Move<ScoutState>[]

/** Where a scout may inspect; without `types` amenities of all types. */
export const ScoutScope = Type.Object({
  buildingIds: Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true }),
  types: Type.Optional(Type.Array(Code, { minItems: 1, maxItems: 100, uniqueItems: true })),
})
export type ScoutScope = Static<typeof ScoutScope>

/** Cohen's κ against other scouts over 180 days; null below 20 pairs. */
export const AgreementRecord = Type.Object({
  kappa: Type.Number(),
  low: Type.Number(),
  high: Type.Number(),
  n: Count,
})

/** Version of the privacy notice that scouts accept. */
export const privacyNoticeVersion = 1

const common = {
  id: Id,
  kind: ScoutKind,
  /** how the team reads the scout; of a MYSTERY never the name */
  alias: Type.String(),
  /** sees no ratings, scores of others or reports before having scored */
  blind: Type.Boolean(),
  state: ScoutState,
  scope: ScoutScope,
  buildings: Type.Array(BuildingRef),
  /** days of the organisation's calendar, both included */
  validFrom: DateOnly,
  validUntil: DateOnly,
  extraRounds: Type.Boolean(),
  language: VisitorLanguage,
}

/** A scout, as that scout reads it. */
export const Profile = Type.Object({
  ...common,
  name: personal(Type.String()),
  displayName: personal(Nullable(Type.String())),
  notifications: Type.Object({ mail: Type.Boolean() }),
  privacyNotice: Type.Object({ version: Count, accepted: Type.Boolean() }),
  organisation: Type.Object({ name: Type.String(), timeZone: Type.String() }),
  serverTime: Timestamp,
  version: Version,
})
export type Profile = Static<typeof Profile>

/** A scout, as administrators read it. */
export const AdminScout = Type.Object({
  ...common,
  /** of a MYSTERY the alias */
  name: personal(Type.String()),
  hasEmail: Type.Boolean(),
  reference: Nullable(Type.String()),
  /** of a mystery visitor the times are 12:00 of the day, and `platform` is null */
  device: Nullable(
    Type.Object({
      activatedAt: Timestamp,
      lastSyncAt: Nullable(Timestamp),
      platform: Nullable(Type.String()),
    }),
  ),
  rounds: Type.Object({ open: Count, submitted: Count }),
  findings: Type.Object({ reported: Count, rejected: Count }),
  agreement: Nullable(AgreementRecord),
  createdAt: Timestamp,
  version: Version,
})
export type AdminScout = Static<typeof AdminScout>

/** Shown once: 10 characters as XXXXX-XXXXX, for 14 days. */
export const activationFields = {
  activationCode: Type.String(),
  activationUrl: Type.String(),
  activationExpiresAt: Timestamp,
}
