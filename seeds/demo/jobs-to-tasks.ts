/** Turns the jobs of the story into tasks with history. */
import type { LoadedAuthor, LoadedTask } from '#server/modules/tasks/public.ts'
import { newId } from '#server/platform/ids.ts'
import { seedOf } from './random.ts'
import { type Job, priorityOf, type Turn } from './work.ts'

export interface DemoIds {
  amenityId(key: string): string
  buildingId(key: string): string
  userId(key: string): string
  /** id of the feedback of a visit, by its index in the list */
  feedbackId(visit: number): string
}

type Line = LoadedTask['history'][number]

export const system: LoadedAuthor = { kind: 'SYSTEM', id: null, name: 'Wellkept' }
export const visitor: LoadedAuthor = { kind: 'VISITOR', id: null, name: 'Visitor' }

const turnLines = (job: Job, turn: Turn, index: number, by: LoadedAuthor): Line[] => [
  ...(index === 0
    ? []
    : [
        {
          at: turn.openedAt,
          type: 'REOPENED' as const,
          by: system,
          changes: { status: ['DONE', 'OPEN'], reopenCount: [index - 1, index] } as const,
        },
      ]),
  {
    at: turn.startsAt,
    type: 'STATUS_CHANGED',
    by,
    changes: {
      status: ['OPEN', 'IN_PROGRESS'],
      ...(index === 0 ? { assignee: [null, { kind: 'USER', id: by.id }] as const } : {}),
    },
  },
  {
    at: turn.endsAt,
    type: 'STATUS_CHANGED',
    by,
    changes: { status: ['IN_PROGRESS', 'DONE'], resolution: [null, job.fix] },
  },
]

const reportLines = (job: Job): Line[] =>
  job.reports.flatMap(({ at }, index): Line[] => [
    index === 0
      ? { at, type: 'CREATED', by: system, changes: {} }
      : { at, type: 'REPORTED_AGAIN', by: system, changes: { reporterCount: [index, index + 1] } },
    ...(index === 2 && priorityOf(job) !== job.priority
      ? [
          {
            at,
            type: 'PRIORITY_RAISED' as const,
            by: system,
            changes: { priority: [job.priority, priorityOf(job)] } as const,
          },
        ]
      : []),
  ])

const answerLines = (job: Job): Line[] =>
  job.answers
    .filter(({ fixed }) => fixed)
    .map(({ at }) => ({
      at,
      type: 'CONFIRMED',
      by: visitor,
      changes: { verification: ['CLAIMED', 'CONFIRMED'] },
    }))

/** The state of a job at `now`. */
export const taskOf = (job: Job, ids: DemoIds, now: Date): LoadedTask => {
  const by: LoadedAuthor = { kind: 'USER', id: ids.userId(job.person.key), name: job.person.name }
  const turns = job.turns.filter(({ openedAt }) => openedAt <= now)
  const turn = turns.at(-1)
  const first = job.reports[0]
  if (!turn || !first) throw new Error('A job begins with a report')
  const status = turn.endsAt <= now ? 'DONE' : turn.startsAt <= now ? 'IN_PROGRESS' : 'OPEN'
  const ended = turns.filter(({ endsAt }) => endsAt <= now)
  const notes = job.fixIsPublic
    ? ended.map(({ endsAt }) => ({ at: endsAt, text: job.fix, public: true, by }))
    : []
  const history = [
    ...reportLines(job),
    ...turns.flatMap((each, index) => turnLines(job, each, index, by)),
    ...notes.map(({ at }): Line => ({ at, type: 'NOTE_ADDED', by, changes: {} })),
    ...answerLines(job),
  ]
    .filter(({ at }) => at <= now)
    .sort((one, other) => one.at.getTime() - other.at.getTime())
  const isTaken = turns.some(({ startsAt }) => startsAt <= now)
  const isDone = status === 'DONE'
  return {
    id: newId(first.at.getTime()),
    title: job.title,
    description: '',
    status,
    priority: priorityOf(job),
    source: 'FEEDBACK',
    buildingId: ids.buildingId(job.amenity.building),
    amenityId: ids.amenityId(job.amenity.key),
    category: job.category,
    skill: job.skill,
    assigneeId: isTaken ? by.id : null,
    dueAt: null,
    labels: [],
    checklist: [],
    resolution: isDone ? job.fix : null,
    minutesSpent: isDone ? 5 + (Math.abs(seedOf(job.title + first.visit)) % 40) : null,
    reporterCount: job.reports.length,
    lastReportAt: job.reports.at(-1)?.at ?? null,
    blocked: null,
    reopenCount: turns.length - 1,
    verification: !isDone ? 'NONE' : job.answers.some(({ fixed }) => fixed) ? 'CONFIRMED' : 'CLAIMED',
    createdBy: visitor,
    createdAt: first.at,
    startedAt: status === 'OPEN' ? null : turn.startsAt,
    completedAt: isDone ? turn.endsAt : null,
    updatedAt: history.at(-1)?.at ?? first.at,
    reports: job.reports.map(({ visit, at }) => ({ feedbackId: ids.feedbackId(visit), at })),
    notes,
    history,
  }
}
