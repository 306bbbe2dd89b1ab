/**
 * The built-in amenity types with their issue categories and status items. Data only; used by server and pages.
 *
 * type         what an amenity is, e.g. WASHROOM
 * issue        what a visitor can report, e.g. NO_PAPER; OTHER in every type
 * status item  an aspect that can fail, e.g. TOILETS; GENERAL comes first in every type
 * skill        what a person must be able to do to fix it
 */
import type { Priority } from '#contracts/records.ts'

export const skills = [
  'CLEANING',
  'FACILITY',
  'PLUMBING',
  'ELECTRICAL',
  'LIFT',
  'HVAC',
  'IT',
  'SECURITY',
  'CATERING',
  'PEST_CONTROL',
  'GROUNDS',
] as const
export type Skill = (typeof skills)[number]

/** Defaults of an issue category, unless a type overrides them. Icons are names of the Tabler set. */
export interface IssueDefaults {
  readonly priority: Priority
  readonly skill: Skill
  /** a person may be in danger: the emergency number is shown first and the team is notified at once */
  readonly safety: boolean
  readonly icon: string
}

const issue = (priority: Priority, skill: Skill, icon: string): IssueDefaults => ({
  priority,
  skill,
  safety: false,
  icon,
})
const danger = (skill: Skill, icon: string): IssueDefaults => ({
  priority: 'URGENT',
  skill,
  safety: true,
  icon,
})

export const issueDefaults = {
  NO_PAPER: issue('MEDIUM', 'CLEANING', 'toilet-paper-off'),
  NO_SOAP: issue('MEDIUM', 'CLEANING', 'bottle-off'),
  NO_TOWELS: issue('MEDIUM', 'CLEANING', 'hand-off'),
  NOT_CLEAN: issue('MEDIUM', 'CLEANING', 'spray'),
  BAD_SMELL: issue('MEDIUM', 'CLEANING', 'mood-sick'),
  WET_FLOOR: issue('HIGH', 'CLEANING', 'droplets'),
  BLOCKED_TOILET: issue('HIGH', 'PLUMBING', 'ban'),
  LEAK: issue('HIGH', 'PLUMBING', 'droplet'),
  BIN_FULL: issue('MEDIUM', 'CLEANING', 'trash'),
  BROKEN_FIXTURE: issue('MEDIUM', 'FACILITY', 'tool'),
  NO_HOT_WATER: issue('MEDIUM', 'PLUMBING', 'temperature-minus'),
  LIGHT_OUT: issue('MEDIUM', 'ELECTRICAL', 'bulb-off'),
  NOT_ACCESSIBLE: issue('HIGH', 'FACILITY', 'wheelchair-off'),
  OUT_OF_SERVICE: issue('HIGH', 'LIFT', 'elevator-off'),
  PERSON_TRAPPED: danger('LIFT', 'sos'),
  DOOR_FAULT: issue('HIGH', 'FACILITY', 'door'),
  BUTTON_FAULT: issue('MEDIUM', 'LIFT', 'hand-click-off'),
  STRANGE_NOISE: issue('MEDIUM', 'LIFT', 'ear'),
  UNEVEN_STOP: issue('HIGH', 'LIFT', 'stairs-up'),
  SCREEN_FAULT: issue('HIGH', 'IT', 'device-tv'),
  VIDEO_CALL_FAULT: issue('HIGH', 'IT', 'video-off'),
  CABLE_MISSING: issue('MEDIUM', 'IT', 'plug-connected-x'),
  TOO_HOT: issue('LOW', 'HVAC', 'temperature-plus'),
  TOO_COLD: issue('LOW', 'HVAC', 'snowflake'),
  STALE_AIR: issue('LOW', 'HVAC', 'wind'),
  CHAIRS_MISSING: issue('LOW', 'FACILITY', 'armchair'),
  BOOKED_BUT_EMPTY: issue('LOW', 'FACILITY', 'calendar-off'),
  NOISE: issue('LOW', 'FACILITY', 'volume'),
  LIGHT_FAULT: issue('LOW', 'ELECTRICAL', 'bulb'),
  MACHINE_FAULT: issue('MEDIUM', 'CATERING', 'coffee-off'),
  NO_COFFEE: issue('MEDIUM', 'CATERING', 'coffee'),
  NO_MILK: issue('LOW', 'CATERING', 'milk-off'),
  NO_CUPS: issue('LOW', 'CATERING', 'cup-off'),
  DISHWASHER_FULL: issue('LOW', 'CLEANING', 'wash-machine'),
  FRIDGE_PROBLEM: issue('MEDIUM', 'FACILITY', 'fridge'),
  PESTS: issue('HIGH', 'PEST_CONTROL', 'bug'),
  BARRIER_FAULT: issue('HIGH', 'FACILITY', 'barrier-block'),
  PAY_MACHINE_FAULT: issue('HIGH', 'FACILITY', 'credit-card'),
  CHARGER_FAULT: issue('MEDIUM', 'ELECTRICAL', 'charging-pile'),
  BAY_BLOCKED: issue('MEDIUM', 'SECURITY', 'car-off'),
  SPILL: issue('HIGH', 'CLEANING', 'droplets'),
  FLOODING: danger('PLUMBING', 'flood'),
  FEELS_UNSAFE: danger('SECURITY', 'shield-exclamation'),
  EQUIPMENT_FAULT: issue('HIGH', 'FACILITY', 'barbell'),
  NO_WIPES: issue('LOW', 'CLEANING', 'hand-sanitizer'),
  SHOWER_FAULT: issue('MEDIUM', 'PLUMBING', 'bath'),
  LOCKER_FAULT: issue('MEDIUM', 'FACILITY', 'lock'),
  WATER_EMPTY: issue('MEDIUM', 'FACILITY', 'droplet-off'),
  CARD_READER_FAULT: issue('HIGH', 'SECURITY', 'id-badge'),
  RAMP_BLOCKED: issue('HIGH', 'FACILITY', 'wheelchair'),
  LITTER: issue('LOW', 'CLEANING', 'trash'),
  DESK_FAULT: issue('LOW', 'FACILITY', 'desk'),
  POWER_FAULT: issue('MEDIUM', 'ELECTRICAL', 'plug'),
  NETWORK: issue('HIGH', 'IT', 'wifi-off'),
  ICE: issue('HIGH', 'GROUNDS', 'snowflake'),
  PAVING_BROKEN: issue('MEDIUM', 'GROUNDS', 'road'),
  VANDALISM: issue('MEDIUM', 'SECURITY', 'hammer'),
  OTHER: issue('MEDIUM', 'FACILITY', 'dots'),
} as const satisfies Record<string, IssueDefaults>
export type IssueCode = keyof typeof issueDefaults

export interface BuiltInIssue extends IssueDefaults {
  readonly code: IssueCode
}

export const statusItemCodes = [
  'GENERAL',
  'TOILETS',
  'WASHBASINS',
  'SCREEN_AND_SOUND',
  'HEATING_AND_AIR',
  'COFFEE_MACHINE',
  'DISHWASHER',
  'FRIDGE',
  'BARRIER',
  'PAY_MACHINE',
  'CHARGERS',
  'EQUIPMENT',
  'SHOWERS',
  'DOOR',
  'NETWORK',
  'LIGHTING',
] as const
export type StatusItemCode = (typeof statusItemCodes)[number]

export const typeCodes = [
  'WASHROOM',
  'ELEVATOR',
  'MEETING_ROOM',
  'KITCHEN',
  'COFFEE_POINT',
  'PARKING',
  'GYM',
  'ENTRANCE',
  'WORKSPACE',
  'OUTDOOR',
  'OTHER',
] as const
export type TypeCode = (typeof typeCodes)[number]

export interface BuiltInType {
  readonly code: TypeCode
  readonly icon: string
  /** in the order shown to visitors; OTHER is last */
  readonly issues: readonly BuiltInIssue[]
  /** status items of a new amenity of the type; GENERAL is first and receives reports that name no item */
  readonly statusItems: readonly StatusItemCode[]
}

type IssueChoices = readonly (IssueCode | (Partial<IssueDefaults> & { readonly code: IssueCode }))[]

const type = (
  code: TypeCode,
  icon: string,
  statusItems: readonly StatusItemCode[],
  choices: IssueChoices,
): BuiltInType => ({
  code,
  icon,
  statusItems: ['GENERAL', ...statusItems],
  issues: [...choices, 'OTHER' as const].map((choice) => {
    const own = typeof choice === 'string' ? { code: choice } : choice
    return { ...issueDefaults[own.code], ...own }
  }),
})

const kitchenIssues = [
  'MACHINE_FAULT',
  'NO_COFFEE',
  'NO_MILK',
  'NO_CUPS',
  'NOT_CLEAN',
  'DISHWASHER_FULL',
  'FRIDGE_PROBLEM',
  'BIN_FULL',
  'LEAK',
  'PESTS',
] as const

export const builtInTypes: readonly BuiltInType[] = [
  type(
    'WASHROOM',
    'toilet-paper',
    ['TOILETS', 'WASHBASINS'],
    [
      'NO_PAPER',
      'NO_SOAP',
      'NO_TOWELS',
      'NOT_CLEAN',
      'BAD_SMELL',
      'WET_FLOOR',
      'BLOCKED_TOILET',
      'LEAK',
      'BIN_FULL',
      'BROKEN_FIXTURE',
      'NO_HOT_WATER',
      'LIGHT_OUT',
      'NOT_ACCESSIBLE',
    ],
  ),
  type(
    'ELEVATOR',
    'elevator',
    [],
    [
      'OUT_OF_SERVICE',
      'PERSON_TRAPPED',
      { code: 'DOOR_FAULT', skill: 'LIFT' },
      'BUTTON_FAULT',
      'STRANGE_NOISE',
      'UNEVEN_STOP',
      'NOT_CLEAN',
      'LIGHT_OUT',
    ],
  ),
  type(
    'MEETING_ROOM',
    'presentation',
    ['SCREEN_AND_SOUND', 'HEATING_AND_AIR'],
    [
      'SCREEN_FAULT',
      'VIDEO_CALL_FAULT',
      'CABLE_MISSING',
      'TOO_HOT',
      'TOO_COLD',
      'STALE_AIR',
      'NOT_CLEAN',
      'CHAIRS_MISSING',
      'BOOKED_BUT_EMPTY',
      'NOISE',
      'LIGHT_FAULT',
    ],
  ),
  type('KITCHEN', 'tools-kitchen-2', ['COFFEE_MACHINE', 'DISHWASHER', 'FRIDGE'], kitchenIssues),
  type('COFFEE_POINT', 'coffee', ['COFFEE_MACHINE'], kitchenIssues),
  type(
    'PARKING',
    'parking',
    ['BARRIER', 'PAY_MACHINE', 'CHARGERS'],
    [
      'BARRIER_FAULT',
      'PAY_MACHINE_FAULT',
      'CHARGER_FAULT',
      'BAY_BLOCKED',
      { code: 'LIGHT_OUT', priority: 'HIGH' },
      'SPILL',
      'FLOODING',
      'FEELS_UNSAFE',
    ],
  ),
  type(
    'GYM',
    'barbell',
    ['EQUIPMENT', 'SHOWERS'],
    [
      'EQUIPMENT_FAULT',
      'NOT_CLEAN',
      'NO_WIPES',
      'SHOWER_FAULT',
      'LOCKER_FAULT',
      'WET_FLOOR',
      'TOO_HOT',
      'WATER_EMPTY',
    ],
  ),
  type(
    'ENTRANCE',
    'door',
    ['DOOR'],
    ['DOOR_FAULT', 'CARD_READER_FAULT', 'WET_FLOOR', 'RAMP_BLOCKED', 'LITTER'],
  ),
  type(
    'WORKSPACE',
    'desk',
    ['HEATING_AND_AIR', 'NETWORK'],
    ['TOO_HOT', 'TOO_COLD', 'NOISE', 'DESK_FAULT', 'POWER_FAULT', 'NETWORK'],
  ),
  type(
    'OUTDOOR',
    'trees',
    ['LIGHTING'],
    [{ code: 'LITTER', skill: 'GROUNDS' }, 'ICE', 'PAVING_BROKEN', 'LIGHT_OUT', 'VANDALISM'],
  ),
  type('OTHER', 'dots', [], []),
]

const byCode: ReadonlyMap<string, BuiltInType> = new Map(builtInTypes.map((each) => [each.code, each]))

/** The built-in type of a code; undefined for a tenant's own. */
export const builtInType = (code: string): BuiltInType | undefined => byCode.get(code)

/** Whether a code is that of a built-in issue. */
export const isIssueCode = (code: string): code is IssueCode => Object.hasOwn(issueDefaults, code)

/** Whether a code is that of a built-in type. */
export const isTypeCode = (code: string): code is TypeCode => byCode.has(code)
