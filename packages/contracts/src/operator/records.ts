/** Who may do the work: companies and in-house teams, their people, when they are on duty and what they are certified for. */
import { type Static, Type } from 'typebox'
import { Nullable } from '../kit/nullable.ts'
import { Version } from '../kit/pieces.ts'
import { DateOnly, Email, Id, InstantInput, Line, LongText, Timestamp } from '../kit/text.ts'
import { Code, Count, ImageKey, ImageType, LanguageTag } from '../records.ts'
import { Assignee } from '../tasks/records.ts'

export const companyKinds = ['PROVIDER', 'IN_HOUSE'] as const
export const CompanyKind = Type.Enum([...companyKinds])
export type CompanyKind = Static<typeof CompanyKind>

/**
 * DRAFT      is being set up; gets no work. It becomes ACTIVE once it has coverage and a person
 * ACTIVE     gets work while its contract runs
 * SUSPENDED  gets none for now; its open tasks were handed back
 * ENDED      for good
 */
export const companyStates = ['DRAFT', 'ACTIVE', 'SUSPENDED', 'ENDED'] as const
export const CompanyState = Type.Enum([...companyStates])
export type CompanyState = Static<typeof CompanyState>

const Codes = Type.Array(Code, { maxItems: 100, uniqueItems: true })

/** Buildings × amenity types × skills; what is left out matches all, an empty list nothing. `{}` is everywhere. */
const CoveragePart = Type.Object({
  buildingIds: Type.Optional(Type.Array(Id, { maxItems: 100, uniqueItems: true })),
  types: Type.Optional(Codes),
  skills: Type.Optional(Codes),
})
export type CoveragePart = Static<typeof CoveragePart>

/** Without any no work comes by itself; people of an own team may then be asked everywhere, as those without a company. */
export const Coverage = Type.Array(CoveragePart, { maxItems: 50 })

const Contact = Type.Object({
  name: Type.String(),
  email: Nullable(Type.String()),
  phone: Nullable(Type.String()),
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
  /** people of the company who are not inactive */
  operatorCount: Count,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: Version,
})
export type Company = Static<typeof Company>

/** Open tasks that returned to the pool because nobody was left to do them. */
const HandedBack = Type.Array(
  Type.Object({ id: Id, number: Type.Integer({ minimum: 1 }), title: Type.String() }),
)

export const CompanyChanged = Type.Object({ ...Company.properties, handedBack: HandedBack })

/**
 * INVITED   the linked member of the team has not accepted yet
 * ACTIVE    may be given work
 * INACTIVE  may not; what was open was handed back
 */
export const operatorStates = ['INVITED', 'ACTIVE', 'INACTIVE'] as const
export const OperatorState = Type.Enum([...operatorStates])
export type OperatorState = Static<typeof OperatorState>

export const dutyStates = ['ON', 'OFF', 'BREAK', 'ABSENT'] as const
export const DutyState = Type.Enum([...dutyStates])
export type DutyState = Static<typeof DutyState>

/** HH:MM on the clock of the place. */
const TimeOfDay = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', 'x-text': 'exact' })
const Weekday = Type.Integer({ minimum: 1, maximum: 7 })

/** Monday is 1. A `to` that is not after `from` is on the next day. */
const WeeklyShift = Type.Object({ day: Weekday, from: TimeOfDay, to: TimeOfDay })
export type WeeklyShift = Static<typeof WeeklyShift>

/** Either a day off, or a shift that takes the place of that day's pattern. */
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

/** VALID, from 30 days before its last day EXPIRING, after it EXPIRED. */
export const certificationStates = ['VALID', 'EXPIRING', 'EXPIRED'] as const
export const CertificationState = Type.Enum([...certificationStates])
export type CertificationState = Static<typeof CertificationState>

export const Certification = Type.Object({
  id: Id,
  name: Type.String(),
  skill: Nullable(Code),
  /** the last day, in the tenant's time zone; null: without end */
  validUntil: Nullable(DateOnly),
  state: CertificationState,
  proofKey: Nullable(Type.String()),
  /** signed, and expires; a document is answered as an attachment */
  proofUrl: Nullable(Type.String()),
})
export type Certification = Static<typeof Certification>

/** A photo of it, or the document itself. */
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
  name: Type.String(),
  email: Nullable(Type.String()),
  companyId: Nullable(Id),
  companyName: Nullable(Type.String()),
  userId: Nullable(Id),
  state: OperatorState,
  skills: Type.Array(Code),
  languages: Type.Array(Type.String()),
  /** as last told; `until` null: until told otherwise, or the next shift */
  duty: Type.Object({ state: DutyState, until: Nullable(Timestamp) }),
  /** by what was told and by shift, now, in the tenant's time zone */
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

/** A task that somebody was given in the place of who was absent; `to` null: the pool. */
const HandedOver = Type.Object({
  taskId: Id,
  number: Type.Integer({ minimum: 1 }),
  title: Type.String(),
  to: Nullable(Assignee),
  /** not begun, and still with whom it was handed to: it can be taken back */
  canTakeBack: Type.Boolean(),
})
export type HandedOver = Static<typeof HandedOver>

/** What a colleague of the same company and buildings left at the end of a shift in the last 24 hours. */
const ShiftNote = Type.Object({
  id: Id,
  text: Type.String(),
  author: Type.Object({ id: Id, name: Type.String() }),
  at: Timestamp,
  /** when this operator marked it as read */
  readAt: Nullable(Timestamp),
})
export type ShiftNote = Static<typeof ShiftNote>

/** With what was handed over in the absence that is on, or in the last one. */
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
  /** left out with `readNotes`: duty stays as it is */
  state: Type.Optional(DutyState),
  /** later than now; then it ends by itself */
  until: Type.Optional(Nullable(InstantInput)),
  /** with ON, OFF or BREAK: what was handed over comes back, but for what others have begun or gone on with */
  takeBack: Type.Optional(Type.Boolean()),
  /** with OFF, by the operator alone: for those of the same company and buildings who come next, 24 hours */
  note: Type.Optional(LongText(500)),
  /** with OFF: when it was done, by the phone's clock; put right by `sentAt`, and bounded. What was told later stays */
  at: Type.Optional(InstantInput),
  /** notes of others that the operator has read */
  readNotes: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 20, uniqueItems: true })),
})

const Span = Type.Object({ from: Timestamp, to: Timestamp })

export const OnCall = Type.Object({
  responsible: Nullable(Operator),
  /** when the responsible one goes off duty, or when somebody comes on; null: not within 14 days */
  until: Nullable(Timestamp),
  /** everybody on duty who may do it, in the order in which they are asked */
  chain: Type.Array(Operator),
  /** of the 14 days from then: nobody who covers is on duty, in contract and certified */
  gaps: Type.Array(Span),
  /** of the building, else of the tenant: the clock that shifts are told by */
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
  /** null: no bound */
  maxOpenTasks: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 1000 }))),
}
