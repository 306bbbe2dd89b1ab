/** Setting up a building in five steps: the input is stored as a draft, shown, and created in one go. */
import { type Static, Type } from 'typebox'
import { CheckLanguage, InstallationCheck } from '#contracts/installation.ts'
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

/** Columns in their order; the role of TEAM is a role's code or its name. */
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

/** Stored as typed, even if it is not valid. */
const Cell = Exact(500, 0)

/** As text, such as `08:00-12:00, 13:00-18:00`; a day that is left out or empty is closed. */
const Hours = Type.Partial(
  Type.Object(Object.fromEntries(weekdays.map((day) => [day, Cell])) as Record<Weekday, typeof Cell>),
)

/** Number of amenities of a type on each of its floors; without floors, the total number. */
const amenityCount = {
  type: Code,
  count: Type.Integer({ minimum: 0, maximum: mostWizardAmenities }),
  where: Type.Enum(['EACH_FLOOR', 'FIRST_FLOOR']),
}
const AmenityCount = Type.Object(amenityCount)
export type AmenityCount = Static<typeof AmenityCount>

/**
 * BUILDING   name, address, timeZone; hours, if it has service hours of its own and not those of the organisation;
 *            example, while it is the example to explore
 * FLOORS     text or rows of name
 * AMENITIES  text or rows of name, floor, type; or counts, from which the service creates rows on the floors
 * TEAM       text or rows of email, name, role
 * ALERTS     rules: codes of the template's rules
 *
 * `text` is pasted from a spreadsheet (tabs), CSV (commas or semicolons, quoted) or lines, with or without a heading;
 * the service answers the rows that it reads in it. Rows that are sent replace text and counts. A row with `skip` stays
 * in the draft and is not created.
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
        skip: Type.Optional(Type.Literal(true)),
      }),
      { maxItems: 2000 },
    ),
  ),
  counts: Type.Optional(Type.Array(AmenityCount, { maxItems: 100 })),
  rules: Type.Optional(Type.Array(Exact(60, 0), { maxItems: 100 })),
})
export type WizardData = Static<typeof WizardData>
export type WizardRow = NonNullable<WizardData['rows']>[number]
/** Cells of a row. */
export type WizardColumn = Exclude<keyof WizardRow, 'skip'>

/**
 * `row` counts from 1 within the answered `rows`; a step without rows has one. `message` in the reader's language.
 */
const fault = { row: Type.Integer({ minimum: 1 }), column: Type.String(), message: Type.String() }
export const WizardFault = Type.Object(fault)
export type WizardFault = Static<typeof WizardFault>
const FaultOfStep = Type.Object({ step: StepName, ...fault })

/** PENDING: not edited yet; its data is what the template proposes. */
const WizardStep = Type.Object({
  name: StepName,
  state: Type.Enum(['PENDING', 'SAVED', 'SKIPPED']),
  data: WizardData,
  /** the first 200 */
  faults: Type.Array(WizardFault),
})
export type WizardStep = Static<typeof WizardStep>

/** Number of created records; `ids` after it was applied, for QR codes their codes. */
const createdCounts = {
  buildings: Count,
  locations: Count,
  amenities: Count,
  qrCodes: Count,
  users: Count,
  alertRules: Count,
}

/** Limits of the plan: `used` now, `adds` by this run; `allowed` null is unlimited. */
const Limit = Type.Object({
  name: Type.Enum(['buildings', 'qrCodes', 'members']),
  used: Count,
  adds: Count,
  allowed: Nullable(Count),
  fits: Type.Boolean(),
})

export const WizardPreview = Type.Object({
  ...createdCounts,
  limits: Type.Array(Limit),
  faults: Type.Array(FaultOfStep),
  /** the building is still the example */
  example: Type.Boolean(),
  /** nothing prevents applying it */
  ready: Type.Boolean(),
  /** of the draft that this was read from */
  version: Version,
  /** null until applied */
  sheetUrl: Type.Null(),
  testTrackingUrl: Type.Null(),
})
export type WizardPreview = Static<typeof WizardPreview>

const Ids = Type.Array(Id)
export const WizardResult = Type.Object({
  ...createdCounts,
  ids: Type.Object({
    buildings: Ids,
    locations: Ids,
    amenities: Ids,
    qrCodes: Type.Array(Type.String()),
    users: Ids,
    alertRules: Ids,
  }),
  limits: Type.Array(Limit),
  /** the sheet of the new stickers as PDF, for signed-in users; null if there are none */
  sheetUrl: Nullable(Type.String()),
  /** tracking page of the test feedback; null if there is no amenity for one */
  testTrackingUrl: Nullable(Type.String()),
  /** the first sticker on the sheet, to be scanned first */
  first: Nullable(
    Type.Object({ amenityId: Id, name: Type.String(), code: Type.String(), url: Type.String() }),
  ),
  appliedAt: Timestamp,
})
export type WizardResult = Static<typeof WizardResult>

export const WizardState = Type.Object({
  run: Type.Enum(['NOT_STARTED', 'IN_PROGRESS', 'APPLIED', 'DISMISSED']),
  template: Nullable(TemplateName),
  /** the first step that is not edited yet; null: none is left */
  step: Nullable(StepName),
  progress: Type.Object({ done: Count, of: Count }),
  steps: Type.Array(WizardStep),
  /** of the last applied run; null before */
  result: Nullable(WizardResult),
  /** last scan of that run's first sticker; null: not scanned yet */
  firstScanAt: Nullable(Timestamp),
  updatedAt: Nullable(Timestamp),
  updatedBy: Nullable(Author),
  version: Version,
  /** the setup checklist, if `health` asks for it */
  health: Type.Optional(Type.Array(SetupLine)),
  /** with `health`: whether this organisation is alone here, so that its administrators may ask for `installation` */
  runsAlone: Type.Optional(Type.Boolean()),
  /** if `installation` asks for it and the organisation is alone here */
  installation: Type.Optional(Type.Array(InstallationCheck)),
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
      /** issue categories that visitors can choose */
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
  summary:
    'Current run, next step, progress; with `health` also the setup checklist, with `installation` the checks of the only organisation of an installation',
  access: admin(null),
  limit: 'read',
  query: Type.Object({ health: Type.Optional(Type.Boolean()), installation: CheckLanguage }),
  follows: ['amenity'],
  data: WizardState,
})

export const saveWizardState = endpoint({
  module: 'wizard',
  name: 'saveWizardState',
  method: 'PUT',
  path: '/api/wizard/state',
  summary:
    'Choose a template, save a step as typed, skip it, or dismiss the run; faults are listed by row. After an applied run this starts the next one',
  auditLabel: {
    en: 'Edited the setup of a building',
    de: 'Einrichtung eines Gebäudes bearbeitet',
  },
  access: admin(null),
  limit: 'write',
  body: Type.Object({
    /** null: none; steps that are not edited get its proposals */
    template: Type.Optional(Nullable(TemplateName)),
    step: Type.Optional(StepName),
    data: Type.Optional(WizardData),
    /** nothing is created from the step; its input stays */
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
    "List templates: kinds of buildings with floors, amenities, issue choices and rules, in the reader's language",
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
  summary:
    'Preview what the saved steps would create, checked against the limits of the plan; creates nothing',
  auditLabel: {
    en: 'Previewed the setup of a building',
    de: 'Vorschau einer Einrichtung angesehen',
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
    'Create what the saved steps describe, all or nothing; a repeat returns the same. Returns a sheet of stickers and one test feedback that is not counted',
  auditLabel: { en: 'Set up a building', de: 'Gebäude eingerichtet' },
  access: admin(null),
  limit: 'write',
  body: Type.Object({
    /** of the draft that was shown; another one is PRECONDITION_FAILED */
    version: Type.Optional(Version),
    /** confirms that the building is still the example; without it that is a VALIDATION_ERROR */
    example: Type.Optional(Type.Literal(true)),
  }),
  bodyOptional: true,
  status: 201,
  idempotent: true,
  data: WizardResult,
  errors: ['VALIDATION_ERROR', 'CONFLICT', 'PRECONDITION_FAILED', 'PLAN_LIMIT_REACHED'],
})
