/** The set-up of a building in five steps: what is typed is kept as a draft, shown, and made in one go. */
import { type Static, Type } from 'typebox'
import { SetupLine } from '#contracts/setup-health.ts'
import { admin, endpoint, paging, sortBy } from './kit/endpoint.ts'
import { Nullable } from './kit/nullable.ts'
import { Version } from './kit/pieces.ts'
import { Exact, Id, Timestamp } from './kit/text.ts'
import { Author, Code, Count } from './records.ts'
import { type Weekday, weekdays } from './service-hours.ts'

export const wizardSteps = ['BUILDING', 'FLOORS', 'AMENITIES', 'TEAM', 'ALERTS'] as const
export type WizardStepName = (typeof wizardSteps)[number]
const StepName = Type.Enum([...wizardSteps])

export const templateCodes = ['office', 'clinic', 'hotel', 'school', 'mall', 'gym', 'coworking'] as const
export type TemplateCode = (typeof templateCodes)[number]
const TemplateName = Type.Enum([...templateCodes])

/** Columns of the lists, in their order; TEAM's role is a role's code or its name. */
export const wizardColumns = {
  BUILDING: ['name', 'address', 'timeZone'],
  FLOORS: ['name'],
  AMENITIES: ['name', 'floor', 'type'],
  TEAM: ['email', 'name', 'role'],
  ALERTS: ['rule'],
} as const satisfies Record<WizardStepName, readonly string[]>

export const mostWizardAmenities = 500
export const mostWizardFloors = 100
export const mostWizardPeople = 100

/** Kept as it was typed, also where nothing can be made of it. */
const Cell = Exact(500, 0)

/** As people type them, such as `08:00-12:00, 13:00-18:00`; a day that is left out or empty is closed. */
const Hours = Type.Partial(
  Type.Object(Object.fromEntries(weekdays.map((day) => [day, Cell])) as Record<Weekday, typeof Cell>),
)

/** So many of a type, code of it, on each floor that they are on; without floors just so many. */
const amenityCount = {
  type: Code,
  count: Type.Integer({ minimum: 0, maximum: mostWizardAmenities }),
  where: Type.Enum(['EACH_FLOOR', 'FIRST_FLOOR']),
}
const AmenityCount = Type.Object(amenityCount)
export type AmenityCount = Static<typeof AmenityCount>

/**
 * BUILDING   name, address, timeZone; hours, where it has service hours of its own and not those of the organisation;
 *            example, as long as it is one to look around in
 * FLOORS     text or rows of name
 * AMENITIES  text or rows of name, floor, type; or counts, of which the service makes rows on the floors
 * TEAM       text or rows of email, name, role
 * ALERTS     rules: codes of the templates' rules
 *
 * `text` is what was pasted: from a spreadsheet (tabs), CSV (commas or semicolons, quoted) or lines, with or without a
 * heading; the service answers the rows that it reads in it. Rows that are sent take the place of text and counts.
 */
export const WizardData = Type.Object({
  name: Type.Optional(Cell),
  address: Type.Optional(Cell),
  timeZone: Type.Optional(Cell),
  hours: Type.Optional(Hours),
  example: Type.Optional(Type.Literal(true)),
  text: Type.Optional(Exact(200_000, 0)),
  rows: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.Optional(Cell),
        floor: Type.Optional(Cell),
        type: Type.Optional(Cell),
        email: Type.Optional(Cell),
        role: Type.Optional(Cell),
      }),
      { maxItems: 2000 },
    ),
  ),
  counts: Type.Optional(Type.Array(AmenityCount, { maxItems: 100 })),
  rules: Type.Optional(Type.Array(Exact(60, 0), { maxItems: 100 })),
})
export type WizardData = Static<typeof WizardData>
export type WizardRow = NonNullable<WizardData['rows']>[number]

/** `row` counts from 1, in `rows` as they are answered; a step without rows has one. `message` in the reader's language. */
const fault = { row: Type.Integer({ minimum: 1 }), column: Type.String(), message: Type.String() }
export const WizardFault = Type.Object(fault)
export type WizardFault = Static<typeof WizardFault>
const FaultOfStep = Type.Object({ step: StepName, ...fault })

/** PENDING: nobody has dealt with it; its data is what the template proposes. */
const WizardStep = Type.Object({
  name: StepName,
  state: Type.Enum(['PENDING', 'SAVED', 'SKIPPED']),
  data: WizardData,
  /** the first 200 */
  faults: Type.Array(WizardFault),
})
export type WizardStep = Static<typeof WizardStep>

/** How many of each are made; `ids` after it was done, codes of QR codes. */
const made = {
  buildings: Count,
  locations: Count,
  amenities: Count,
  qrCodes: Count,
  users: Count,
  alertRules: Count,
}

/** What the plan counts: `used` now, `adds` by this run; `allowed` null is unlimited. */
const Limit = Type.Object({
  name: Type.Enum(['buildings', 'qrCodes', 'members']),
  used: Count,
  adds: Count,
  allowed: Nullable(Count),
  fits: Type.Boolean(),
})

export const WizardPreview = Type.Object({
  ...made,
  limits: Type.Array(Limit),
  faults: Type.Array(FaultOfStep),
  /** the building is still the example */
  example: Type.Boolean(),
  /** nothing is in the way of applying it */
  ready: Type.Boolean(),
  /** of the draft that this was made of */
  version: Version,
  /** null until it was applied */
  sheetUrl: Type.Null(),
  testTrackingUrl: Type.Null(),
})
export type WizardPreview = Static<typeof WizardPreview>

const Ids = Type.Array(Id)
export const WizardResult = Type.Object({
  ...made,
  ids: Type.Object({
    buildings: Ids,
    locations: Ids,
    amenities: Ids,
    qrCodes: Type.Array(Type.String()),
    users: Ids,
    alertRules: Ids,
  }),
  limits: Type.Array(Limit),
  /** the sheet of the new stickers as PDF, for whoever is signed in; null where there are none */
  sheetUrl: Nullable(Type.String()),
  /** what a visitor sees of the test feedback, which counts nowhere; null where there is no amenity to give it on */
  testTrackingUrl: Nullable(Type.String()),
  /** the first on the sheet, to be scanned first */
  first: Nullable(
    Type.Object({ amenityId: Id, name: Type.String(), code: Type.String(), url: Type.String() }),
  ),
  appliedAt: Timestamp,
})
export type WizardResult = Static<typeof WizardResult>

export const WizardState = Type.Object({
  run: Type.Enum(['NOT_STARTED', 'IN_PROGRESS', 'APPLIED', 'DISMISSED']),
  template: Nullable(TemplateName),
  /** the first that nobody has dealt with; null: none is left */
  step: Nullable(StepName),
  progress: Type.Object({ done: Count, of: Count }),
  steps: Type.Array(WizardStep),
  /** of the run that was applied last; null before */
  result: Nullable(WizardResult),
  /** when the first sticker of that run was scanned last; null: not yet */
  firstScanAt: Nullable(Timestamp),
  updatedAt: Nullable(Timestamp),
  updatedBy: Nullable(Author),
  version: Version,
  /** what is missing of the whole set-up, where `health` asks for it */
  health: Type.Optional(Type.Array(SetupLine)),
})
export type WizardState = Static<typeof WizardState>

const Named = Type.Object({ code: Code, name: Type.String() })

export const WizardTemplate = Type.Object({
  code: TemplateName,
  name: Type.String(),
  about: Type.String(),
  /** a proposal, from the bottom up */
  floors: Type.Array(Type.String()),
  amenities: Type.Array(
    Type.Object({
      ...amenityCount,
      name: Type.String(),
      icon: Type.String(),
      /** what visitors may say is wrong with it */
      issues: Type.Array(Type.Object({ ...Named.properties, safety: Type.Boolean() })),
    }),
  ),
  rules: Type.Array(Type.Object({ code: Type.String(), name: Type.String(), about: Type.String() })),
})
export type WizardTemplate = Static<typeof WizardTemplate>

export const getWizardState = endpoint({
  module: 'wizard',
  name: 'getWizardState',
  method: 'GET',
  path: '/api/wizard/state',
  summary: 'Current run, next step, progress; with health what is missing of the whole set-up',
  access: admin(null),
  limit: 'read',
  query: Type.Object({ health: Type.Optional(Type.Boolean()) }),
  follows: ['amenity'],
  data: WizardState,
})

export const saveWizardState = endpoint({
  module: 'wizard',
  name: 'saveWizardState',
  method: 'PUT',
  path: '/api/wizard/state',
  summary:
    'Choose a template, save one step as it was typed or skip it, or dismiss the run; what cannot be made of it is told per row. After an applied run it begins the next one',
  auditLabel: {
    en: 'Worked on the set-up of a building',
    de: 'An der Einrichtung eines Gebäudes gearbeitet',
  },
  access: admin(null),
  limit: 'write',
  body: Type.Object({
    /** null: none; what nobody has dealt with is proposed by it */
    template: Type.Optional(Nullable(TemplateName)),
    step: Type.Optional(StepName),
    data: Type.Optional(WizardData),
    /** nothing is made of the step; what was typed stays */
    skip: Type.Optional(Type.Literal(true)),
    dismiss: Type.Optional(Type.Literal(true)),
  }),
  data: WizardState,
  errors: ['VALIDATION_ERROR', 'PRECONDITION_FAILED'],
  example: ({ fresh }) => ({ body: { step: 'BUILDING', data: { name: fresh('Annex') } } }),
})

export const listWizardTemplates = endpoint({
  module: 'wizard',
  name: 'listWizardTemplates',
  method: 'GET',
  path: '/api/wizard/templates',
  summary:
    'Kinds of buildings with floors, amenities, issue choices and rules, in the language of the reader',
  access: admin(null),
  limit: 'read',
  query: Type.Object({ ...paging, sort: sortBy('position', 'name') }),
  list: WizardTemplate,
})

export const previewWizard = endpoint({
  module: 'wizard',
  name: 'previewWizard',
  method: 'POST',
  path: '/api/wizard/preview',
  summary: 'What the saved steps would make, checked against the limits of the plan; makes nothing',
  auditLabel: {
    en: 'Looked at what a set-up would make',
    de: 'Angesehen, was eine Einrichtung anlegen würde',
  },
  access: admin(null),
  limit: 'write',
  data: WizardPreview,
})

export const applyWizard = endpoint({
  module: 'wizard',
  name: 'applyWizard',
  method: 'POST',
  path: '/api/wizard/apply',
  summary:
    'Makes what the saved steps say, all or nothing; a repetition answers the same. With a sheet of stickers and one test feedback that counts nowhere',
  auditLabel: { en: 'Set up a building', de: 'Gebäude eingerichtet' },
  access: admin(null),
  limit: 'write',
  body: Type.Object({
    /** of the draft that was looked at: another one is PRECONDITION_FAILED */
    version: Type.Optional(Version),
    /** that the building is still the example is known; without it that is a VALIDATION_ERROR */
    example: Type.Optional(Type.Literal(true)),
  }),
  bodyOptional: true,
  status: 201,
  idempotent: true,
  data: WizardResult,
  errors: ['VALIDATION_ERROR', 'CONFLICT', 'PRECONDITION_FAILED', 'PLAN_LIMIT_REACHED'],
})
