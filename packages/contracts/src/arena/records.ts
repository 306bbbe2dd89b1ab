/** Records of the arena: what players see of themselves, of each other and of teams. */
import { type Static, Type } from 'typebox'
import { Nullable } from '#contracts/kit/nullable.ts'
import { personal } from '#contracts/kit/personal.ts'
import { Version } from '#contracts/kit/pieces.ts'
import type { Move } from '#contracts/kit/states.ts'
import { Id, Line, LongText, Timestamp } from '#contracts/kit/text.ts'
import { QuietHours } from '#contracts/preferences.ts'
import { BuildingRef, Count, TaskRef } from '#contracts/records.ts'

/** Points of a movement, of a balance or of a board; a reversal is negative. */
export const Points = Type.Integer()
const Share = Type.Number({ minimum: 0, maximum: 1 })

/** Pictures that a player chooses from. */
export const avatars = [
  'ANCHOR',
  'ACORN',
  'BEE',
  'BIRD',
  'CACTUS',
  'CAT',
  'CLOVER',
  'COMET',
  'COMPASS',
  'DOG',
  'DOLPHIN',
  'FISH',
  'FLAME',
  'FLOWER',
  'HEDGEHOG',
  'LEAF',
  'LIGHTHOUSE',
  'MOON',
  'MOUNTAIN',
  'OWL',
  'ROCKET',
  'SUN',
  'TREE',
  'WAVE',
] as const
export const Avatar = Type.Enum([...avatars])
export type Avatar = Static<typeof Avatar>

/**
 * TEAM    the real name to the own team, the alias to all others
 * ALIAS   the alias to all
 * HIDDEN  on no board, feed or wall; counted in the sums of the team
 */
export const visibilities = ['TEAM', 'ALIAS', 'HIDDEN'] as const
export const Visibility = Type.Enum([...visibilities])
export type Visibility = Static<typeof Visibility>

export const Alias = Line(24, 2)

/** The company of the person's operator record; `id` is null for those without one, the own team. */
export const Team = Type.Object({ id: Nullable(Id), name: Type.String() })
export type Team = Static<typeof Team>

/** A player as others see one; `id` is of the arena alone and opens no member. */
export const Player = Type.Object({
  id: Id,
  displayName: personal(Type.String()),
  avatar: Avatar,
  team: Team,
})
export type Player = Static<typeof Player>

export const PlayerProfile = Type.Object({
  optedIn: Type.Boolean(),
  /** null before the person joined for the first time */
  player: Nullable(Player),
  alias: personal(Nullable(Type.String())),
  avatar: Avatar,
  visibility: Visibility,
  /** by the points credited in the season, from 1 */
  level: Type.Integer({ minimum: 1, maximum: 10 }),
  points: Type.Object({ credited: Points, pending: Points, balance: Points }),
  /** weeks in a row with a credited line; a week without duty breaks nothing */
  streakWeeks: Count,
  quietHours: Nullable(QuietHours),
  season: Nullable(Type.Object({ id: Id, name: Type.String(), endsAt: Timestamp })),
  version: Version,
})
export type PlayerProfile = Static<typeof PlayerProfile>

export const entryKinds = [
  'TASK',
  'PHOTO',
  'HELP',
  'FINDING',
  'CONFIRMED',
  'REVERSAL',
  'REDEMPTION',
  'RETURN',
] as const
export const EntryKind = Type.Enum([...entryKinds])
export type EntryKind = Static<typeof EntryKind>

export const entryStates = ['PENDING', 'CREDITED', 'REVERSED'] as const
export const EntryState = Type.Enum([...entryStates])
export type EntryState = Static<typeof EntryState>

export const disputeStates = ['OPEN', 'UPHELD', 'REVERSED'] as const
export const DisputeState = Type.Enum([...disputeStates])
export type DisputeState = Static<typeof DisputeState>

/** One line of a person's points. */
export const Entry = Type.Object({
  id: Id,
  at: Timestamp,
  kind: EntryKind,
  points: Points,
  state: EntryState,
  /** why, in words, in the reader's language */
  rule: Type.String(),
  task: Nullable(TaskRef),
  /** when a pending line is credited */
  creditAt: Nullable(Timestamp),
  /** the line that this one takes back */
  reverses: Nullable(Id),
  /** whether a cap left less than the rule gives */
  capped: Type.Boolean(),
  season: Nullable(Type.Object({ id: Id, name: Type.String() })),
  dispute: Nullable(Type.Object({ state: DisputeState, reason: Nullable(Type.String()) })),
})
export type Entry = Static<typeof Entry>

/** Points for each kind of line; `LOW` to `URGENT` are those of a finished task by its priority. */
const weight = Type.Integer({ minimum: 0, maximum: 20 })
export const Weights = Type.Object({
  LOW: weight,
  MEDIUM: weight,
  HIGH: weight,
  URGENT: weight,
  /** for each quarter of an hour that such work usually takes, four at most */
  effort: weight,
  photo: weight,
  help: weight,
  finding: weight,
  confirmed: weight,
})
export type Weights = Static<typeof Weights>

export const Caps = Type.Object({
  /** points in a clock hour of finishing */
  perHour: Type.Integer({ minimum: 1, maximum: 1000 }),
  perDay: Type.Integer({ minimum: 1, maximum: 1000 }),
  /** hours that finished work must hold before its points are credited */
  holdHours: Type.Integer({ minimum: 0, maximum: 72 }),
})
export type Caps = Static<typeof Caps>

export const defaultWeights: Weights = {
  LOW: 1,
  MEDIUM: 2,
  HIGH: 3,
  URGENT: 4,
  effort: 1,
  photo: 1,
  help: 1,
  finding: 2,
  confirmed: 1,
}
export const defaultCaps: Caps = { perHour: 12, perDay: 60, holdHours: 24 }

export const seasonStates = ['DRAFT', 'ACTIVE', 'SETTLING', 'CLOSED'] as const
export const SeasonState = Type.Enum([...seasonStates])
export type SeasonState = Static<typeof SeasonState>
export const seasonMoves: readonly Move<SeasonState>[] = [
  { from: ['DRAFT'], to: 'ACTIVE', by: ['ADMIN', 'time'] },
  { from: ['ACTIVE'], to: 'SETTLING', by: ['ADMIN', 'time'] },
  { from: ['SETTLING'], to: 'CLOSED', by: ['ADMIN', 'time'] },
  { from: ['DRAFT'], to: 'CLOSED', by: ['ADMIN'] },
]

export const Season = Type.Object({
  id: Id,
  name: Type.String(),
  state: SeasonState,
  startsAt: Timestamp,
  endsAt: Timestamp,
  /** until then disputes and late reversals count */
  settlesUntil: Timestamp,
  weights: Weights,
  caps: Caps,
  /** in words, in the reader's language */
  rules: Type.Array(Type.String()),
  /** null below five */
  players: Nullable(Count),
})
export type Season = Static<typeof Season>

export const challengeKinds = ['TEAM', 'PERSONAL'] as const
export const ChallengeKind = Type.Enum([...challengeKinds])
export type ChallengeKind = Static<typeof ChallengeKind>
export const challengeMetrics = ['TASKS', 'CONFIRMED', 'PHOTOS', 'FINDINGS', 'KUDOS_GIVEN'] as const
export const ChallengeMetric = Type.Enum([...challengeMetrics])
export type ChallengeMetric = Static<typeof ChallengeMetric>
export const challengeStates = ['UPCOMING', 'RUNNING', 'WON', 'ENDED'] as const
export const ChallengeState = Type.Enum([...challengeStates])
export type ChallengeState = Static<typeof ChallengeState>

const challengeFields = {
  id: Id,
  seasonId: Id,
  title: Type.String(),
  description: Type.String(),
  kind: ChallengeKind,
  metric: ChallengeMetric,
  target: Type.Integer({ minimum: 1 }),
  startsAt: Timestamp,
  endsAt: Timestamp,
  state: ChallengeState,
  joined: Type.Boolean(),
  /** mine or my team's, of what was credited since joining */
  progress: Count,
  /** null below five */
  participants: Nullable(Count),
}
export const Challenge = Type.Object(challengeFields)
export type Challenge = Static<typeof Challenge>
export const ChallengeDetail = Type.Object({
  ...challengeFields,
  /** those of five players or more */
  teams: Type.Array(Type.Object({ team: Team, progress: Count, won: Type.Boolean() })),
})
export type ChallengeDetail = Static<typeof ChallengeDetail>

export const TeamPlace = Type.Object({
  team: Team,
  players: Count,
  dutyHours: Type.Number({ minimum: 0 }),
  points: Points,
  perHour: Type.Number(),
  /** points per duty hour, drawn to the middle for small teams */
  score: Type.Number(),
  /** null for the lower half */
  rank: Nullable(Type.Integer({ minimum: 1 })),
})
export type TeamPlace = Static<typeof TeamPlace>

export const PlayerPlace = Type.Object({
  player: Player,
  points: Points,
  rank: Type.Integer({ minimum: 1 }),
  me: Type.Boolean(),
})
export type PlayerPlace = Static<typeof PlayerPlace>

const Held = Type.Object({ n: Count, share: Share, low: Share, high: Share })
export const BuildingPlace = Type.Object({
  building: BuildingRef,
  now: Held,
  before: Held,
  /** of the share, from -1 to 1 */
  change: Type.Number({ minimum: -1, maximum: 1 }),
})
export type BuildingPlace = Static<typeof BuildingPlace>

export const badgeCodes = [
  'FIRST_FIX',
  'CONFIRMED_10',
  'CONFIRMED_50',
  'CONFIRMED_200',
  'PHOTO_25',
  'HELPER_10',
  'KEEN_EYE_5',
  'THANKS_10',
  'CHALLENGE',
  'ALL_ROUNDER',
] as const
export const BadgeCode = Type.Enum([...badgeCodes])
export type BadgeCode = Static<typeof BadgeCode>
export const Badge = Type.Object({
  code: BadgeCode,
  name: Type.String(),
  condition: Type.String(),
  icon: Type.String(),
})
export type Badge = Static<typeof Badge>
export const MyBadge = Type.Object({
  code: BadgeCode,
  earnedAt: Nullable(Timestamp),
  progress: Count,
  target: Type.Integer({ minimum: 1 }),
})
export type MyBadge = Static<typeof MyBadge>

/** Without a time of day, so that it leads to no visit. */
export const VisitorThanks = Type.Object({
  date: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
  text: personal(Type.String()),
  rating: Type.Integer({ minimum: 4, maximum: 5 }),
  amenity: Type.Object({ id: Id, name: Type.String() }),
  building: BuildingRef,
})
export type VisitorThanks = Static<typeof VisitorThanks>

export const kudosReasons = ['HELPED', 'CAREFUL', 'STEPPED_IN', 'KIND', 'IDEA'] as const
export const KudosReason = Type.Enum([...kudosReasons])
export type KudosReason = Static<typeof KudosReason>
export const KudosText = LongText(200, 3)
export const Kudos = Type.Object({
  id: Id,
  from: Player,
  to: Player,
  reason: KudosReason,
  text: personal(Nullable(Type.String())),
  at: Timestamp,
  /** given or received by the reader */
  mine: Type.Boolean(),
})
export type Kudos = Static<typeof Kudos>

export const Reward = Type.Object({
  id: Id,
  title: Type.String(),
  description: Type.String(),
  cost: Points,
  /** null: without limit */
  left: Nullable(Count),
  /** how many the reader asked for and was not refused */
  mine: Count,
})
export type Reward = Static<typeof Reward>

export const redemptionStates = ['REQUESTED', 'APPROVED', 'HANDED_OVER', 'REJECTED'] as const
export const RedemptionState = Type.Enum([...redemptionStates])
export type RedemptionState = Static<typeof RedemptionState>
export const redemptionMoves: readonly Move<RedemptionState>[] = [
  { from: ['REQUESTED'], to: 'APPROVED', by: ['ADMIN'] },
  { from: ['APPROVED'], to: 'HANDED_OVER', by: ['ADMIN'] },
  { from: ['REQUESTED', 'APPROVED'], to: 'REJECTED', by: ['ADMIN'] },
]
export const redemptionFields = {
  id: Id,
  reward: Type.Object({ id: Id, title: Type.String() }),
  points: Points,
  state: RedemptionState,
  reason: Nullable(Type.String()),
  at: Timestamp,
  decidedAt: Nullable(Timestamp),
}
export const Redemption = Type.Object(redemptionFields)
export type Redemption = Static<typeof Redemption>

export const Dispute = Type.Object({
  id: Id,
  state: DisputeState,
  reason: Type.String(),
  decision: Nullable(Type.Object({ reason: Type.String(), at: Timestamp })),
})
export type Dispute = Static<typeof Dispute>
