/** Companies and in-house teams, their operators, shifts and certifications. */

import { type Static, Type } from 'typebox'
import { personal } from '#contracts/kit/personal.ts'
import type { Move } from '#contracts/kit/states.ts'
import { Nullable } from '../kit/nullable.ts'
import { Version } from '../kit/pieces.ts'
import { DateOnly, Email, Id, InstantInput, Line, LongText, Timestamp } from '../kit/text.ts'
import { BuildingRef, Code, Count, ImageKey, ImageType, LanguageTag } from '../records.ts'
import { Assignee } from '../tasks/records.ts'

export const companyKinds = ['PROVIDER', 'IN_HOUSE'] as const
export const CompanyKind = Type.Enum([...companyKinds])
export type CompanyKind = Static<typeof CompanyKind>

/**
 * DRAFT      being set up; gets no work. It can become ACTIVE once it has coverage and an operator
 * ACTIVE     gets work while its contract runs
 * SUSPENDED  gets no work for now; its open tasks were handed back
 * ENDED      permanently closed
 */
export const companyStates = ['DRAFT', 'ACTIVE', 'SUSPENDED', 'ENDED'] as const
export const CompanyState = Type.Enum([...companyStates])
export type CompanyState = Static<typeof CompanyState>

export const companyMoves: readonly Move<CompanyState>[] = [
  { from: ['DRAFT', 'SUSPENDED'], to: 'ACTIVE', by: ['ADMIN'] },
  { from: ['ACTIVE'], to: 'SUSPENDED', by: ['ADMIN'] },
  { from: ['ACTIVE', 'SUSPENDED'], to: 'ENDED', by: ['ADMIN', 'time'] },
]

const Codes = Type.Array(Code, { maxItems: 100, uniqueItems: true })

/**
 * Buildings × amenity types × skills; a list that is left out matches all, an empty one nothing. `{}` matches
 * everything.
 */
const CoveragePart = Type.Object({
  buildingIds: Type.Optional(Type.Array(Id, { maxItems: 100, uniqueItems: true })),
  types: Type.Optional(Codes),
  skills: Type.Optional(Codes),
})
export type CoveragePart = Static<typeof CoveragePart>

/**
 * Empty: no work is routed there. Operators of an in-house team may then be chosen everywhere, like those without a
 * company.
 */
export const Coverage = Type.Array(CoveragePart, { maxItems: 50 })

const Contact = Type.Object({
  name: personal(Type.String()),
  email: personal(Nullable(Type.String())),
  phone: personal(Nullable(Type.String())),
})
export type Contact = Static<typeof Contact>

export const ContactsInput = Type.Array(
  Type.Object({
    name: Line(120),
    email: Type.Optional(Nullable(Email)),
    phone: Type.Optional(Nullable(Line(40))),
  }),
  { maxItems: 20 },
)

export const Company = Type.Object({
  id: Id,
  name: Type.String(),
  kind: CompanyKind,
  state: CompanyState,
  coverage: Coverage,
  /** first and last day, in the tenant's time zone */
  contractFrom: Nullable(DateOnly),
  contractUntil: Nullable(DateOnly),
  contacts: Type.Array(Contact),
  slaPolicyId: Nullable(Id),
  /** operators of the company that are not INACTIVE */
  operatorCount: Count,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: Version,
})
export type Company = Static<typeof Company>

/** Open tasks that became unassigned because nobody was left to do them. */
const HandedBack = Type.Array(
  Type.Object({ id: Id, number: Type.Integer({ minimum: 1 }), title: Type.String() }),
)

export const CompanyChanged = Type.Object({ ...Company.properties, handedBack: HandedBack })

/**
 * INVITED   the linked member has not accepted the invitation yet
 * ACTIVE    can be assigned work
 * INACTIVE  cannot be assigned work; open tasks were handed back
 */
export const operatorStates = ['INVITED', 'ACTIVE', 'INACTIVE'] as const
export const OperatorState = Type.Enum([...operatorStates])
export type OperatorState = Static<typeof OperatorState>

export const dutyStates = ['ON', 'OFF', 'BREAK', 'ABSENT'] as const
export const DutyState = Type.Enum([...dutyStates])
export type DutyState = Static<typeof DutyState>

/** HH:MM, local time of the place. */
const TimeOfDay = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', 'x-text': 'exact' })
const Weekday = Type.Integer({ minimum: 1, maximum: 7 })

/** Monday is 1. A `to` that is not after `from` is on the next day. */
const WeeklyShift = Type.Object({ day: Weekday, from: TimeOfDay, to: TimeOfDay })
export type WeeklyShift = Static<typeof WeeklyShift>

/** Either a day off, or a shift that replaces the weekly pattern of that day. */
const ShiftException = Type.Union([
  Type.Object({ date: DateOnly, off: Type.Literal(true) }),
  Type.Object({ date: DateOnly, from: TimeOfDay, to: TimeOfDay }),
])
export type ShiftException = Static<typeof ShiftException>

export const Shifts = Type.Object({
  weekly: Type.Array(WeeklyShift, { maxItems: 50 }),
  exceptions: Type.Array(ShiftException, { maxItems: 200 }),
})
export type Shifts = Static<typeof Shifts>

/** EXPIRING from 30 days before its last day, EXPIRED after it, VALID before. */
export const certificationStates = ['VALID', 'EXPIRING', 'EXPIRED'] as const
export const CertificationState = Type.Enum([...certificationStates])
export type CertificationState = Static<typeof CertificationState>

export const Certification = Type.Object({
  id: Id,
  name: Type.String(),
  skill: Nullable(Code),
  /** last day, in the tenant's time zone; null: does not expire */
  validUntil: Nullable(DateOnly),
  state: CertificationState,
  proofKey: Nullable(Type.String()),
  /** signed, and expires; a document is served as an attachment */
  proofUrl: Nullable(Type.String()),
})
export type Certification = Static<typeof Certification>

/** A photo, or a PDF document. */
export const ProofType = Type.Union([ImageType, Type.Literal('application/pdf')])
export type ProofType = Static<typeof ProofType>

export const CertificationInput = Type.Object({
  name: Line(120),
  skill: Type.Optional(Nullable(Code)),
  validUntil: Type.Optional(Nullable(DateOnly)),
  proofKey: Type.Optional(Nullable(ImageKey)),
})
export type CertificationInput = Static<typeof CertificationInput>

export const Load = Type.Object({ open: Count, inProgress: Count })
export type Load = Static<typeof Load>

const operatorFields = {
  id: Id,
  name: personal(Type.String()),
  email: personal(Nullable(Type.String())),
  companyId: Nullable(Id),
  companyName: Nullable(Type.String()),
  userId: Nullable(Id),
  state: OperatorState,
  skills: Type.Array(Code),
  languages: Type.Array(Type.String()),
  /** as last set; `until` null: until set again, or until the next shift */
  duty: Type.Object({ state: DutyState, until: Nullable(Timestamp) }),
  /** now, by set duty and by shift, in the tenant's time zone */
  onDuty: Type.Boolean(),
  maxOpenTasks: Nullable(Count),
  load: Load,
  certifications: Type.Array(Certification),
  shifts: Shifts,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: Version,
}

export const Operator = Type.Object(operatorFields)
export type Operator = Static<typeof Operator>

/** A task that was reassigned because its assignee is absent; `to` null: unassigned. */
const HandedOver = Type.Object({
  taskId: Id,
  number: Type.Integer({ minimum: 1 }),
  title: Type.String(),
  to: Nullable(Assignee),
  /** not started, and still with the new assignee, so it can be taken back */
  canTakeBack: Type.Boolean(),
})
export type HandedOver = Static<typeof HandedOver>

/** A note of a colleague of the same company and buildings, left at the end of a shift in the last 24 hours. */
const ShiftNote = Type.Object({
  id: Id,
  text: personal(Type.String()),
  author: Type.Object({ id: Id, name: personal(Type.String()) }),
  at: Timestamp,
  /** when this operator marked it as read */
  readAt: Nullable(Timestamp),
})
export type ShiftNote = Static<typeof ShiftNote>

/** With the tasks handed over in the current absence, else in the last one. */
export const OperatorDetail = Type.Object({
  ...operatorFields,
  handedOver: Type.Array(HandedOver),
  /** newest first, at most 20 */
  notes: Type.Array(ShiftNote),
})
export type OperatorDetail = Static<typeof OperatorDetail>

export const OperatorChanged = Type.Object({ ...operatorFields, handedBack: HandedBack })
export type OperatorChanged = Static<typeof OperatorChanged>

export const DutyChanged = Type.Object({
  ...OperatorDetail.properties,
  takenBack: HandedBack,
})
export type DutyChanged = Static<typeof DutyChanged>

export const DutyInput = Type.Object({
  /** left out with `readNotes`: duty stays unchanged */
  state: Type.Optional(DutyState),
  /** in the future; duty then ends by itself */
  until: Type.Optional(Nullable(InstantInput)),
  /** with ON, OFF or BREAK: handed-over tasks come back, except those that others have started or continued */
  takeBack: Type.Optional(Type.Boolean()),
  /** with OFF, by the operator only: shown for 24 hours to the next of the same company and buildings */
  note: Type.Optional(LongText(500)),
  /** with OFF: when it happened by the phone's clock, corrected by `sentAt` and bounded; a later change wins */
  at: Type.Optional(InstantInput),
  /** notes of others that the operator has read */
  readNotes: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 20, uniqueItems: true })),
})

const Span = Type.Object({ from: Timestamp, to: Timestamp })

/**
 * Gaps of buildings that have work: amenities, unfinished tasks or a schedule. Buildings with the same people are one
 * entry.
 */
const Uncovered = Type.Object({
  buildings: Type.Array(BuildingRef),
  /**
   * null: nobody covers the buildings. Otherwise a skill that their unfinished tasks need, and somebody covers them,
   * but nobody with it
   */
  skill: Nullable(Code),
  gaps: Type.Array(Span),
})

export const OnCall = Type.Object({
  responsible: Nullable(Operator),
  /** when the responsible operator goes off duty, or when one comes on; null: not within 14 days */
  until: Nullable(Timestamp),
  /** all suitable operators on duty, in the order in which they are asked */
  chain: Type.Array(Operator),
  /**
   * gaps in the next 14 days: no operator who covers it is on duty, in contract and certified; without a building,
   * nobody who covers any
   */
  gaps: Type.Array(Span),
  /** gaps of work that `gaps` does not say: at some buildings only, or for lack of a skill */
  uncovered: Type.Array(Uncovered),
  /** of the building, else of the tenant; shifts are in this zone */
  timeZone: Type.String(),
})
export type OnCall = Static<typeof OnCall>

export const Candidate = Type.Object({
  operator: Operator,
  /** 0..100 */
  score: Type.Integer({ minimum: 0, maximum: 100 }),
  /** in the reader's language */
  for: Type.Array(Type.String()),
  against: Type.Array(Type.String()),
})
export type Candidate = Static<typeof Candidate>

export const operatorDetails = {
  email: Type.Optional(Nullable(Email)),
  companyId: Type.Optional(Nullable(Id)),
  userId: Type.Optional(Nullable(Id)),
  skills: Type.Optional(Type.Array(Code, { maxItems: 50, uniqueItems: true })),
  languages: Type.Optional(Type.Array(LanguageTag, { maxItems: 20, uniqueItems: true })),
  /** null: no limit */
  maxOpenTasks: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 1000 }))),
}
