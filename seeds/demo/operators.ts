/** The operators of the demo: an in-house team and a cleaning company, with shifts, a certification and an absence. */
import type { Shifts } from '#contracts/operator/records.ts'
import { loadOperators } from '#server/modules/operator/operators/load-operators.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { DemoIds } from './jobs-to-tasks.ts'
import { demoPeople, emailOf } from './people.ts'

const hours = (days: readonly number[], from: string, to: string): Shifts => ({
  weekly: days.map((day) => ({ day, from, to })),
  exceptions: [],
})

const weekdays = [1, 2, 3, 4, 5]

interface DemoOperator {
  /** email of an operator with an account */
  readonly person?: string
  readonly name?: string
  readonly email?: string
  readonly skills?: readonly string[]
  readonly shifts: Shifts
  readonly maxOpenTasks?: number
  /** days until it expires */
  readonly certificate?: readonly [name: string, skill: string, days: number]
  /** days until they return */
  readonly absentDays?: number
}

const house: readonly DemoOperator[] = [
  {
    person: 'technician',
    shifts: hours(weekdays, '07:00', '15:30'),
    certificate: ['Freeing people from lifts', 'LIFT', 400],
  },
  {
    person: 'derya',
    shifts: hours(weekdays, '12:00', '20:30'),
    certificate: ['Handling refrigerants', 'HVAC', 12],
  },
  { person: 'henrik', shifts: hours(weekdays, '08:00', '16:30') },
]

const cleaners: readonly DemoOperator[] = [
  { person: 'amina', shifts: hours([1, 2, 3, 4, 5, 6], '06:00', '14:00'), maxOpenTasks: 12 },
  { person: 'clara', shifts: hours(weekdays, '10:00', '18:00'), absentDays: 3 },
  {
    name: 'Ole Brandt',
    email: 'ole@blankundklar.example',
    skills: ['CLEANING'],
    shifts: hours([1, 2, 3, 4], '22:00', '06:00'),
    maxOpenTasks: 8,
  },
  {
    name: 'Nadia Haddad',
    email: 'nadia@blankundklar.example',
    skills: ['CLEANING', 'PEST_CONTROL'],
    shifts: hours([6, 7], '08:00', '16:00'),
    maxOpenTasks: 8,
  },
]

const day = 24 * 3_600_000

/** @param ctx at the current time */
export const writeOperators = async (ctx: TenantContext, ids: DemoIds): Promise<void> => {
  const loaded = (one: DemoOperator) => {
    const person = demoPeople.find(({ key }) => key === one.person)
    return {
      name: one.name ?? person?.name ?? '',
      email: one.email ?? (person ? emailOf(person.key) : null),
      userId: person ? ids.userId(person.key) : null,
      skills: one.skills ?? person?.skills ?? [],
      languages: [person?.language ?? 'de'],
      maxOpenTasks: one.maxOpenTasks ?? null,
      shifts: one.shifts,
      certificates: one.certificate ? [one.certificate] : [],
      absentUntil: one.absentDays === undefined ? null : new Date(ctx.now.getTime() + one.absentDays * day),
    }
  }
  await loadOperators(ctx, [
    {
      name: 'Campus team',
      kind: 'IN_HOUSE',
      coverage: [],
      contractUntil: null,
      contacts: [],
      operators: house.map(loaded),
    },
    {
      name: 'Blank & Klar',
      kind: 'PROVIDER',
      coverage: [
        {
          buildingIds: ['quay', 'warehouse', 'clinic'].map((key) => ids.buildingId(key)),
          skills: ['CLEANING', 'PEST_CONTROL'],
        },
      ],
      contractUntil: `${ctx.now.getUTCFullYear() + 1}-12-31`,
      contacts: [{ name: 'Blank & Klar, dispatch', email: 'dispatch@blankundklar.example', phone: null }],
      operators: cleaners.map(loaded),
    },
  ])
}
