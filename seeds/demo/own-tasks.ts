/** Tasks created by the team, with the stories that the documentation tells. */
import type { LoadedAuthor, LoadedTask } from '#server/modules/tasks/public.ts'
import { newId } from '#server/platform/ids.ts'
import { type DemoIds, system } from './jobs-to-tasks.ts'
import { demoPeople } from './people.ts'
import { brokenLift, demoAmenities, failingPump } from './places.ts'
import { chanceFrom, seedOf } from './random.ts'

interface Own {
  readonly title: string
  readonly description?: string
  readonly priority: LoadedTask['priority']
  readonly status: LoadedTask['status']
  /** absent: created by its schedule */
  readonly by?: string
  readonly assignee?: string
  readonly amenity?: string
  readonly building?: string
  readonly category?: string
  readonly skill?: string
  readonly labels?: readonly string[]
  /** hours from now; negative: in the past */
  readonly created: number
  readonly started?: number
  readonly done?: number
  readonly due?: number
  readonly minutesSpent?: number
  readonly checklist?: readonly (readonly [text: string, done: boolean])[]
  readonly blocked?: {
    readonly reason: 'PARTS' | 'VENDOR'
    readonly since: number
    readonly until: number
    readonly note: string
  }
  readonly resolution?: string
  readonly notes?: readonly (readonly [at: number, by: string, text: string, isPublic: boolean])[]
}

const day = 24

/** Nobody started it in time: escalation rules have run, and it is unassigned again. */
export const longLate = 'Descale all coffee machines'

const own: readonly Own[] = [
  {
    title: 'Two people from 15:00 in Warehouse 7',
    description:
      'Four evenings in a row visitors found the washrooms dirty. The late shift had one person for three floors.',
    priority: 'HIGH',
    status: 'DONE',
    by: 'manager',
    assignee: 'jonas',
    building: 'warehouse',
    skill: 'CLEANING',
    created: -30 * day,
    started: -30 * day + 2,
    done: -29 * day,
    resolution: 'Shift plan corrected, two people from 15:00',
    notes: [[-29 * day, 'jonas', 'Clara and Piotr share the late shift from today on', false]],
  },
  {
    title: 'Replace the pump behind Washroom East, Level 3',
    description:
      'The toilets block again within days of every repair. The lifting pump of the riser does not come up to pressure.',
    priority: 'HIGH',
    status: 'IN_PROGRESS',
    by: 'manager',
    assignee: 'technician',
    amenity: failingPump,
    category: 'BLOCKED_TOILET',
    skill: 'PLUMBING',
    labels: ['cause'],
    created: -6 * day,
    started: -5 * day,
    due: 4 * day,
    blocked: { reason: 'PARTS', since: -1 * day, until: 3 * day, note: 'Pump ordered, comes by freight' },
    notes: [
      [-5 * day, 'technician', 'Pump runs at half pressure, bearing is worn', false],
      [
        -1 * day,
        'technician',
        'A new pump is on its way. Please use the washroom on Level 2 until then.',
        true,
      ],
    ],
  },
  {
    title: 'Door of Lift B closes too hard',
    priority: 'HIGH',
    status: 'OPEN',
    by: 'manager',
    assignee: 'technician',
    amenity: brokenLift,
    category: 'DOOR_FAULT',
    skill: 'LIFT',
    created: -2 * day,
    due: 1 * day,
    blocked: {
      reason: 'VENDOR',
      since: -2 * day + 1,
      until: 1 * day,
      note: 'The lift company comes tomorrow morning',
    },
  },
  {
    title: longLate,
    priority: 'MEDIUM',
    status: 'OPEN',
    by: 'jonas',
    assignee: 'samuel',
    skill: 'CATERING',
    created: -8 * day,
    due: -1 * day,
    checklist: [
      ['Quay House, lobby', true],
      ['Warehouse 7, ground floor', false],
      ['Warehouse 7, level 1', false],
      ['Harbour Clinic', false],
    ],
  },
  {
    title: 'Fill up hand towels in the Clinic',
    priority: 'MEDIUM',
    status: 'OPEN',
    by: 'manager',
    assignee: 'clara',
    building: 'clinic',
    skill: 'CLEANING',
    created: -1 * day,
    due: 1 * day,
  },
  {
    title: 'Monthly check of the emergency lights',
    priority: 'LOW',
    status: 'IN_PROGRESS',
    by: 'manager',
    assignee: 'henrik',
    building: 'quay',
    skill: 'ELECTRICAL',
    created: -4 * day,
    started: -1 * day,
    due: 3 * day,
    checklist: [
      ['Stairs West', true],
      ['Stairs East', true],
      ['Garage', false],
    ],
  },
  {
    title: 'Oil the doors of the treatment rooms',
    description: 'Seven days were promised; the last ones are still to be done.',
    priority: 'LOW',
    status: 'IN_PROGRESS',
    by: 'manager',
    assignee: 'henrik',
    building: 'clinic',
    skill: 'FACILITY',
    created: -6 * day,
    started: -5 * day,
    checklist: [
      ['Ground floor', true],
      ['Level 1', false],
    ],
  },
  {
    title: 'Put up the new stickers in the clinic',
    description: 'The spare ones are in the office of the reception.',
    priority: 'LOW',
    status: 'OPEN',
    by: 'admin',
    building: 'clinic',
    skill: 'FACILITY',
    created: -1 * day,
    due: 6 * day,
  },
]

const nameOf = (key: string): string => demoPeople.find((person) => person.key === key)?.name ?? key

const build = (task: Own, ids: DemoIds, now: Date): LoadedTask => {
  const at = (hours: number): Date => new Date(now.getTime() + hours * 3600_000)
  const author = (key: string | undefined): LoadedAuthor =>
    key === undefined ? system : { kind: 'USER', id: ids.userId(key), name: nameOf(key) }
  const assigneeId = task.assignee ? ids.userId(task.assignee) : null
  const worker = author(task.assignee ?? task.by)
  const notes = (task.notes ?? []).map(([hours, by, text, isPublic]) => ({
    at: at(hours),
    by: author(by),
    text,
    public: isPublic,
  }))
  const history: LoadedTask['history'] = [
    {
      at: at(task.created),
      type: 'CREATED' as const,
      by: author(task.by),
      changes: assigneeId ? { assignee: [null, { kind: 'USER', id: assigneeId }] as const } : {},
    },
    ...(task.started === undefined
      ? []
      : [
          {
            at: at(task.started),
            type: 'STATUS_CHANGED' as const,
            by: worker,
            changes: { status: ['OPEN', 'IN_PROGRESS'] as const },
          },
        ]),
    ...notes.map((note) => ({ at: note.at, type: 'NOTE_ADDED' as const, by: note.by, changes: {} })),
    ...(task.blocked
      ? [
          {
            at: at(task.blocked.since),
            type: 'BLOCKED' as const,
            by: worker,
            changes: {
              blocked: [
                null,
                { reason: task.blocked.reason, until: at(task.blocked.until).toISOString() },
              ] as const,
            },
          },
        ]
      : []),
    ...(task.done === undefined
      ? []
      : [
          {
            at: at(task.done),
            type: 'STATUS_CHANGED' as const,
            by: worker,
            changes: {
              status: ['IN_PROGRESS', 'DONE'] as const,
              resolution: [null, task.resolution ?? null] as const,
            },
          },
        ]),
  ].sort((one, other) => one.at.getTime() - other.at.getTime())
  const building = task.building ?? demoAmenities.find(({ key }) => key === task.amenity)?.building
  return {
    id: newId(at(task.created).getTime()),
    title: task.title,
    description: task.description ?? '',
    status: task.status,
    priority: task.priority,
    source: task.by === undefined ? 'SCHEDULE' : 'MANUAL',
    buildingId: building ? ids.buildingId(building) : null,
    amenityId: task.amenity ? ids.amenityId(task.amenity) : null,
    category: task.category ?? null,
    skill: task.skill ?? null,
    assigneeId,
    dueAt: task.due === undefined ? null : at(task.due),
    labels: task.labels ?? [],
    checklist: (task.checklist ?? []).map(([text, done]) => ({ id: newId(now.getTime()), text, done })),
    resolution: task.resolution ?? null,
    minutesSpent: task.done === undefined ? null : (task.minutesSpent ?? 90),
    reporterCount: 0,
    lastReportAt: null,
    blocked: task.blocked
      ? {
          reason: task.blocked.reason,
          since: at(task.blocked.since),
          until: at(task.blocked.until),
          note: task.blocked.note,
        }
      : null,
    reopenCount: 0,
    verification: task.done === undefined ? 'NONE' : 'CLAIMED',
    createdBy: author(task.by),
    createdAt: at(task.created),
    startedAt: task.started === undefined ? null : at(task.started),
    completedAt: task.done === undefined ? null : at(task.done),
    updatedAt: history.at(-1)?.at ?? at(task.created),
    reports: [],
    notes,
    history,
  }
}

/** Cleaned this morning, or yesterday if it is too early. */
const rounds: readonly Own[] = demoAmenities
  .filter(({ type }) => type === 'WASHROOM')
  .map(({ key }) => {
    const chance = chanceFrom(seedOf(`${key} cleaned`))
    const done = -chance.between(40, 300) / 60
    return {
      title: 'Morning round',
      priority: 'MEDIUM',
      status: 'DONE',
      assignee: chance.pick(['amina', 'lucia', 'piotr', 'clara']),
      amenity: key,
      category: 'NOT_CLEAN',
      skill: 'CLEANING',
      created: done - 1,
      started: done - 0.25,
      done,
      minutesSpent: 15,
    }
  })

export const ownTasks = (ids: DemoIds, now: Date): LoadedTask[] =>
  [...own, ...rounds].map((task) => build(task, ids, now))
