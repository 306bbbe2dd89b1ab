/** How administrators set the arena up, and what they decide. */
import { type Static, Type } from 'typebox'
import {
  Caps,
  ChallengeKind,
  ChallengeMetric,
  Entry,
  Kudos,
  Points,
  redemptionFields,
  redemptionMoves,
  Season,
  seasonMoves,
  Weights,
} from '#contracts/arena/records.ts'
import type { AuditWords } from '#contracts/kit/audit-words.ts'
import { admin, endpoint } from '#contracts/kit/endpoint.ts'
import { Nullable } from '#contracts/kit/nullable.ts'
import { personal } from '#contracts/kit/personal.ts'
import { ById, Version } from '#contracts/kit/pieces.ts'
import { Id, InstantInput, Line, LongText, Timestamp } from '#contracts/kit/text.ts'
import { Count } from '#contracts/records.ts'

const rewardFields = {
  title: Line(80),
  description: LongText(300),
  cost: Type.Integer({ minimum: 1, maximum: 10_000 }),
  /** null: without limit */
  stock: Nullable(Type.Integer({ minimum: 0, maximum: 100_000 })),
  perPerson: Nullable(Type.Integer({ minimum: 1, maximum: 1000 })),
  active: Type.Boolean(),
}

const KioskShown = Type.Object({
  id: Id,
  name: Type.String(),
  buildingIds: Type.Array(Id),
  /** OFFLINE: asked for nothing for five minutes */
  state: Type.Enum(['PAIRING', 'ACTIVE', 'OFFLINE']),
  lastSeenAt: Nullable(Timestamp),
  expiresAt: Nullable(Timestamp),
  /** only in the answer that made it */
  pairingCode: Type.Optional(Type.String()),
  url: Type.Optional(Type.String()),
})

/** A real name where something is handed over to a person; API keys see the alias. */
const By = personal(Type.String())

export const OpenDispute = Type.Object({
  id: Id,
  kind: Type.Enum(['POINTS', 'KUDOS']),
  by: By,
  entry: Type.Optional(Entry),
  kudos: Type.Optional(Kudos),
  reason: Type.String(),
  at: Timestamp,
})
export type OpenDispute = Static<typeof OpenDispute>

export const OpenRedemption = Type.Object({ ...redemptionFields, by: By })
export type OpenRedemption = Static<typeof OpenRedemption>

const challengeFields = {
  title: Line(80),
  description: LongText(300),
  kind: ChallengeKind,
  metric: ChallengeMetric,
  target: Type.Integer({ minimum: 1, maximum: 100_000 }),
}

export const AdminSeason = Type.Object({
  ...Season.properties,
  challenges: Type.Array(Type.Object({ ...challengeFields, startsAt: Timestamp, endsAt: Timestamp })),
  version: Version,
})
export type AdminSeason = Static<typeof AdminSeason>

/** A group of fewer than five people is left out. */
const Group = Type.Object({
  name: Type.String(),
  finishers: Count,
  p50: Type.Number(),
  perHour: Type.Number(),
})

/** What the last 30 days would have given; of no person. */
export const ArenaSimulation = Type.Object({
  days: Count,
  finishers: Nullable(Count),
  points: Points,
  capped: Points,
  perFinisher: Nullable(Type.Object({ p10: Type.Number(), p50: Type.Number(), p90: Type.Number() })),
  byTeam: Type.Array(Group),
  byBuilding: Type.Array(Group),
  byShift: Type.Array(Group),
  notes: Type.Array(Type.String()),
})
export type ArenaSimulation = Static<typeof ArenaSimulation>

export const ArenaSetup = Type.Object({
  enabled: Type.Boolean(),
  weights: Weights,
  caps: Caps,
  rewards: Type.Array(Type.Object({ id: Id, ...rewardFields, left: Nullable(Count) })),
  kiosks: Type.Array(KioskShown),
  /** the last ten */
  seasons: Type.Array(AdminSeason),
  /** each null below five */
  participants: Type.Object({ joined: Nullable(Count), teams: Nullable(Count) }),
  disputes: Type.Array(OpenDispute),
  redemptions: Type.Array(OpenRedemption),
  version: Version,
  simulation: Type.Optional(ArenaSimulation),
})
export type ArenaSetup = Static<typeof ArenaSetup>

export const getArena = endpoint({
  module: 'admin',
  name: 'getArena',
  method: 'GET',
  path: '/api/admin/arena',
  summary:
    'Set-up of the arena: on or off, weights, caps, rewards, walls, seasons, open disputes and redemptions',
  access: admin('read'),
  flag: 'ARENA',
  limit: 'read',
  data: ArenaSetup,
})

export const replaceArena = endpoint({
  module: 'admin',
  name: 'replaceArena',
  method: 'PUT',
  path: '/api/admin/arena',
  summary:
    'Replace each part that is sent: weights, caps, rewards, walls; `dryRun` saves nothing and simulates the last 30 days',
  auditLabel: { en: 'Changed the arena', de: 'Arena geändert' },
  access: admin(null),
  flag: 'ARENA',
  limit: 'write',
  showsSecret: true,
  body: Type.Object({
    enabled: Type.Optional(Type.Boolean()),
    weights: Type.Optional(Weights),
    caps: Type.Optional(Caps),
    rewards: Type.Optional(
      Type.Array(
        Type.Object({
          id: Type.Optional(Id),
          title: rewardFields.title,
          description: Type.Optional(rewardFields.description),
          cost: rewardFields.cost,
          stock: Type.Optional(rewardFields.stock),
          perPerson: Type.Optional(rewardFields.perPerson),
          active: Type.Optional(rewardFields.active),
        }),
        { maxItems: 50 },
      ),
    ),
    kiosks: Type.Optional(
      Type.Array(
        Type.Object({
          id: Type.Optional(Id),
          name: Type.Optional(Line(80)),
          buildingIds: Type.Optional(Type.Array(Id, { maxItems: 100 })),
          newCode: Type.Optional(Type.Boolean()),
        }),
        { maxItems: 50 },
      ),
    ),
    dryRun: Type.Optional(Type.Boolean()),
  }),
  data: ArenaSetup,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'PRECONDITION_FAILED'],
  example: () => ({
    body: {
      enabled: true,
      rewards: [{ title: 'Coffee voucher', description: 'For the café in the hall', cost: 50, stock: 20 }],
    },
  }),
})

const ChallengeInput = Type.Object({
  ...challengeFields,
  startsAt: Type.Optional(InstantInput),
  endsAt: Type.Optional(InstantInput),
})
const challenges = Type.Array(ChallengeInput, { maxItems: 20 })

export const createSeason = endpoint({
  module: 'admin',
  name: 'createSeason',
  method: 'POST',
  path: '/api/admin/arena/seasons',
  summary: 'Create a season with its challenges; it starts by itself',
  auditLabel: { en: 'Created a season', de: 'Saison angelegt' },
  access: admin('write'),
  flag: 'ARENA',
  limit: 'write',
  body: Type.Object({
    name: Line(80),
    startsAt: InstantInput,
    endsAt: InstantInput,
    challenges: Type.Optional(challenges),
  }),
  status: 201,
  idempotent: true,
  data: AdminSeason,
  errors: ['VALIDATION_ERROR', 'CONFLICT'],
  example: ({ fresh }) => ({
    body: {
      name: fresh('Spring'),
      startsAt: '2031-03-01T00:00:00.000Z',
      endsAt: '2031-04-30T00:00:00.000Z',
      challenges: [
        {
          title: 'Two hundred together',
          description: 'Finished and confirmed',
          kind: 'TEAM',
          metric: 'TASKS',
          target: 200,
        },
      ],
    },
  }),
})

export const updateSeason = endpoint({
  module: 'admin',
  name: 'updateSeason',
  method: 'PATCH',
  path: '/api/admin/arena/seasons/:id',
  summary: 'Start, end or change a season; the rules of one that runs are frozen',
  auditLabel: { en: 'Changed a season', de: 'Saison geändert' },
  access: admin('write'),
  flag: 'ARENA',
  limit: 'write',
  moves: seasonMoves,
  params: ById,
  body: Type.Object({
    name: Type.Optional(Line(80)),
    startsAt: Type.Optional(InstantInput),
    endsAt: Type.Optional(InstantInput),
    challenges: Type.Optional(challenges),
    state: Type.Optional(Type.Enum(['ACTIVE', 'SETTLING', 'CLOSED'])),
  }),
  data: AdminSeason,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
  example: ({ arenaSeasonId, fresh }) => ({ params: { id: arenaSeasonId }, body: { name: fresh('Summer') } }),
})

export const decideDispute = endpoint({
  module: 'admin',
  name: 'decideDispute',
  method: 'POST',
  path: '/api/admin/arena/disputes/:id/decision',
  summary: 'Uphold or reverse what is disputed, with a reason that the player sees',
  auditLabel: { en: 'Decided a dispute', de: 'Über einen Einspruch entschieden' },
  access: admin('write'),
  flag: 'ARENA',
  limit: 'write',
  params: ById,
  body: Type.Object({ decision: Type.Enum(['UPHOLD', 'REVERSE']), reason: LongText(500, 3) }),
  data: Type.Object({
    id: Id,
    state: Type.Enum(['OPEN', 'UPHELD', 'REVERSED']),
    reason: Type.String(),
    decision: Nullable(Type.Object({ reason: Type.String(), at: Timestamp })),
  }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
  example: ({ arenaDisputeId }) => ({
    params: { id: arenaDisputeId },
    body: { decision: 'UPHOLD', reason: 'The rule was applied as published.' },
  }),
})

export const decideRedemption = endpoint({
  module: 'admin',
  name: 'decideRedemption',
  method: 'POST',
  path: '/api/admin/arena/redemptions/:id/decision',
  summary: 'Approve, hand over or reject; a rejected one returns the points',
  auditLabel: { en: 'Decided a redemption', de: 'Über eine Einlösung entschieden' },
  access: admin('write'),
  flag: 'ARENA',
  limit: 'write',
  moves: redemptionMoves,
  params: ById,
  body: Type.Object({
    decision: Type.Enum(['APPROVE', 'HAND_OVER', 'REJECT']),
    /** needed for REJECT */
    reason: Type.Optional(LongText(500, 3)),
  }),
  data: OpenRedemption,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
  example: ({ arenaRedemptionId }) => ({ params: { id: arenaRedemptionId }, body: { decision: 'APPROVE' } }),
})

/** What the audit log calls the fields that only these bodies have. */
export const fieldNames: AuditWords = {
  weights: { en: 'Weights', de: 'Gewichte' },
  caps: { en: 'Caps', de: 'Obergrenzen' },
  rewards: { en: 'Rewards', de: 'Prämien' },
  kiosks: { en: 'Walls', de: 'Wandanzeigen' },
  endsAt: { en: 'End', de: 'Ende' },
  challenges: { en: 'Challenges', de: 'Aufgaben der Saison' },
  effort: { en: 'Usual effort', de: 'Üblicher Aufwand' },
  photo: { en: 'Photo of the work', de: 'Foto der Arbeit' },
  help: { en: 'Help', de: 'Hilfe' },
  finding: { en: 'Problem found', de: 'Gefundenes Problem' },
  confirmed: { en: 'Confirmed work', de: 'Bestätigte Arbeit' },
  perHour: { en: 'Points an hour at most', de: 'Höchstens Punkte in der Stunde' },
  perDay: { en: 'Points a day at most', de: 'Höchstens Punkte am Tag' },
  holdHours: { en: 'Hours that work must hold', de: 'Stunden, die Arbeit halten muss' },
}

/** What the audit log calls the values of their closed sets. */
export const codeNames: AuditWords = {
  SETTLING: { en: 'Settling', de: 'Abrechnung' },
  CLOSED: { en: 'Closed', de: 'Geschlossen' },
  UPHOLD: { en: 'Uphold', de: 'Bestätigen' },
  REVERSE: { en: 'Reverse', de: 'Umkehren' },
  APPROVE: { en: 'Approve', de: 'Genehmigen' },
  HAND_OVER: { en: 'Hand over', de: 'Übergeben' },
  REJECT: { en: 'Reject', de: 'Ablehnen' },
  TEAM: { en: 'Team', de: 'Team' },
  PERSONAL: { en: 'Personal', de: 'Persönlich' },
}
