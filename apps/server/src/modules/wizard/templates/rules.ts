/** Rules that a template proposes besides the defaults, each for the new building only. */
import type { IssueCode, TypeCode } from '#contracts/catalogue/amenity-types.ts'
import type { NewRule } from '#server/modules/alerts/rules/public.ts'

type RuleTemplate = Omit<NewRule, 'name' | 'scope'> & {
  readonly types: readonly TypeCode[]
  readonly categories: readonly IssueCode[]
}

const trigger = { maxRating: null, withoutIssue: false, safety: false, count: null }
const issue: NewRule['trigger'] = { ...trigger, kind: 'ISSUE' }
const task: NewRule['action'] = { kind: 'TASK', priority: null, category: null, notify: [] }
const notice: NewRule['action'] = { ...task, kind: 'NOTICE', notify: ['MANAGER'] }

const onIssue = (
  action: NewRule['action'],
  types: readonly TypeCode[],
  categories: readonly IssueCode[],
): RuleTemplate => ({ trigger: issue, action, types, categories, windowMinutes: null })

export const rules = {
  MEETING_TECHNOLOGY: onIssue(
    { ...task, priority: 'HIGH', notify: ['TECHNICIAN'] },
    ['MEETING_ROOM'],
    ['SCREEN_FAULT', 'VIDEO_CALL_FAULT'],
  ),
  LEAK_URGENT: onIssue(
    { ...task, priority: 'URGENT', notify: ['TECHNICIAN', 'MANAGER'] },
    [],
    ['LEAK', 'FLOODING'],
  ),
  HYGIENE_HIGH: onIssue(
    { ...task, priority: 'HIGH' },
    ['WASHROOM', 'GYM'],
    ['NOT_CLEAN', 'NO_SOAP', 'BAD_SMELL'],
  ),
  ACCESS_URGENT: onIssue(
    { ...task, priority: 'URGENT', notify: ['TECHNICIAN'] },
    [],
    ['NOT_ACCESSIBLE', 'RAMP_BLOCKED', 'OUT_OF_SERVICE'],
  ),
  EQUIPMENT_HIGH: onIssue({ ...task, priority: 'HIGH' }, ['GYM'], ['EQUIPMENT_FAULT']),
  PARKING_HIGH: onIssue(
    { ...task, priority: 'HIGH', notify: ['TECHNICIAN'] },
    ['PARKING'],
    ['BARRIER_FAULT', 'PAY_MACHINE_FAULT'],
  ),
  VANDALISM_NOTICE: onIssue(notice, [], ['VANDALISM', 'FEELS_UNSAFE']),
  NETWORK_NOTICE: onIssue(notice, [], ['NETWORK', 'POWER_FAULT']),
  POOR_RATING_NOTICE: {
    trigger: { ...trigger, kind: 'RATING', maxRating: 2 },
    action: notice,
    types: [],
    categories: [],
    windowMinutes: null,
  },
  USED_OFTEN: {
    trigger: { ...trigger, kind: 'USAGE', count: 30 },
    action: { ...task, category: 'NOT_CLEAN' },
    types: ['WASHROOM'],
    categories: [],
    windowMinutes: null,
  },
} as const satisfies Record<string, RuleTemplate>

export type RuleCode = keyof typeof rules
export const isRuleCode = (text: string): text is RuleCode => Object.hasOwn(rules, text)

/** @param buildingId null: all buildings */
export const ruleFor = (code: RuleCode, name: string, buildingId: string | null): NewRule => {
  const { types, categories, ...parts } = rules[code] as RuleTemplate
  return {
    ...parts,
    name,
    scope: {
      ...(buildingId === null ? {} : { buildingIds: [buildingId] }),
      ...(types.length > 0 ? { types: [...types] } : {}),
      ...(categories.length > 0 ? { categories: [...categories] } : {}),
    },
  }
}
