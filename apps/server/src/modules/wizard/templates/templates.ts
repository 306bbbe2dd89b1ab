/** Proposals for each kind of building: floors, amenities on them, rules. Data only. */
import type { TypeCode } from '#contracts/catalogue/amenity-types.ts'
import type { TemplateCode } from '#contracts/wizard.ts'
import type { RuleCode } from './rules.ts'
import type { FloorCode } from './template-words.ts'

export interface Template {
  readonly code: TemplateCode
  /** from the bottom up */
  readonly floors: readonly FloorCode[]
  readonly amenities: readonly {
    readonly type: TypeCode
    readonly count: number
    readonly where: 'EACH_FLOOR' | 'FIRST_FLOOR'
  }[]
  readonly rules: readonly RuleCode[]
}

type Count = readonly [type: TypeCode, count: number]

const template = (
  code: TemplateCode,
  floors: readonly FloorCode[],
  eachFloor: readonly Count[],
  firstFloor: readonly Count[],
  rules: readonly RuleCode[],
): Template => ({
  code,
  floors,
  amenities: [
    ...firstFloor.map(([type, count]) => ({ type, count, where: 'FIRST_FLOOR' as const })),
    ...eachFloor.map(([type, count]) => ({ type, count, where: 'EACH_FLOOR' as const })),
  ],
  rules,
})

/** Each fits the trial's fifty stickers, so that the first attempt does not reach a limit. */
export const templates: readonly Template[] = [
  template(
    'office',
    ['GROUND', 'FIRST', 'SECOND'],
    [
      ['WASHROOM', 2],
      ['MEETING_ROOM', 2],
      ['COFFEE_POINT', 1],
    ],
    [
      ['ENTRANCE', 1],
      ['ELEVATOR', 1],
    ],
    ['MEETING_TECHNOLOGY', 'LEAK_URGENT', 'USED_OFTEN'],
  ),
  template(
    'clinic',
    ['GROUND', 'FIRST', 'SECOND'],
    [['WASHROOM', 3]],
    [
      ['ENTRANCE', 1],
      ['ELEVATOR', 2],
      ['PARKING', 1],
    ],
    ['HYGIENE_HIGH', 'ACCESS_URGENT', 'LEAK_URGENT', 'USED_OFTEN'],
  ),
  template(
    'hotel',
    ['GROUND', 'FIRST', 'SECOND', 'THIRD'],
    [['ELEVATOR', 1]],
    [
      ['ENTRANCE', 1],
      ['WASHROOM', 2],
      ['MEETING_ROOM', 2],
      ['GYM', 1],
      ['PARKING', 1],
    ],
    ['HYGIENE_HIGH', 'POOR_RATING_NOTICE', 'LEAK_URGENT'],
  ),
  template(
    'school',
    ['GROUND', 'FIRST', 'SECOND'],
    [['WASHROOM', 3]],
    [
      ['ENTRANCE', 2],
      ['KITCHEN', 1],
      ['GYM', 1],
      ['OUTDOOR', 1],
    ],
    ['HYGIENE_HIGH', 'VANDALISM_NOTICE', 'ACCESS_URGENT'],
  ),
  template(
    'mall',
    ['BASEMENT', 'GROUND', 'FIRST'],
    [
      ['WASHROOM', 3],
      ['ELEVATOR', 2],
    ],
    [
      ['PARKING', 2],
      ['ENTRANCE', 3],
    ],
    ['PARKING_HIGH', 'USED_OFTEN', 'ACCESS_URGENT', 'LEAK_URGENT'],
  ),
  template(
    'gym',
    ['GROUND', 'FIRST'],
    [
      ['GYM', 2],
      ['WASHROOM', 2],
    ],
    [['ENTRANCE', 1]],
    ['EQUIPMENT_HIGH', 'HYGIENE_HIGH', 'USED_OFTEN'],
  ),
  template(
    'coworking',
    ['GROUND', 'FIRST'],
    [
      ['WORKSPACE', 2],
      ['MEETING_ROOM', 2],
      ['WASHROOM', 2],
      ['COFFEE_POINT', 1],
    ],
    [['ENTRANCE', 1]],
    ['MEETING_TECHNOLOGY', 'NETWORK_NOTICE', 'USED_OFTEN'],
  ),
]

export const templateOf = (code: string | null): Template | undefined =>
  templates.find((template) => template.code === code)
