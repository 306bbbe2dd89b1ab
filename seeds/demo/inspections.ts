/** Inspections: a supervisor walks the clinic each morning, a mystery visitor came once; 30 days in every state. */
import { DateTime } from 'luxon'
import type { RoundState } from '#contracts/scout/rounds.ts'
import { samples, templateOfSample } from '#contracts/scout/samples/samples.ts'
import { type AnswerValue, type GivenAnswer, scoreInspection, scoreRound } from '#contracts/scout/score.ts'
import type { Question, TemplateContent } from '#contracts/scout/templates.ts'
import { insertSchedule } from '#server/modules/schedules/public.ts'
import { insertScout, type NewScout } from '#server/modules/scout/scouts/public.ts'
import { insertTemplate } from '#server/modules/scout/templates/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import { writeFindings } from './findings.ts'
import type { DemoIds } from './jobs-to-tasks.ts'
import { demoAmenities } from './places.ts'
import { type Chance, chanceFrom } from './random.ts'
import { demoZone } from './visits.ts'

const days = 30
const hourMs = 3600_000
const codes = ['WASHROOM_CLEANING', 'MEETING_ROOM_READY', 'LIFT_CHECK'] as const

export interface DemoStop {
  readonly id: string
  readonly roundId: string
  readonly amenityId: string
  readonly scoutId: string
  readonly at: Date
}

interface Walk {
  readonly scoutId: string | null
  readonly state: RoundState
  readonly opensAt: Date
  /** stops that are completed */
  readonly done: number
  /** questions of the last stop that do not apply */
  readonly without?: number
}

const answerTo = (
  { kind, min, max, passFrom, passTo, options, multiple }: Question,
  chance: Chance,
): AnswerValue => {
  switch (kind) {
    case 'YES_NO':
      return chance.happens(0.88)
    case 'SCALE':
      return chance.happens(0.08) ? (min ?? 0) : chance.between(Math.max(min ?? 0, 3), max ?? 5)
    case 'NUMBER':
      return chance.happens(0.9) ? (passFrom ?? passTo ?? 1) : (passTo ?? 1) + 1
    case 'CHOICE': {
      const code = options[chance.happens(0.85) ? 0 : options.length - 1]?.code ?? ''
      return multiple ? [code] : code
    }
    case 'TEXT':
    case 'PHOTO':
      return null
    default:
      return kind satisfies never
  }
}

const answersFor = (content: TemplateContent, chance: Chance, without = 0): Map<string, GivenAnswer> => {
  const scored = content.sections
    .flatMap(({ questions }) => questions)
    .filter(({ kind }) => kind !== 'TEXT' && kind !== 'PHOTO')
  return new Map(
    scored.map((question, at) => [
      question.id,
      at < without ? { value: null, na: true } : { value: answerTo(question, chance), na: false },
    ]),
  )
}

/** Walks by the morning of each day; what comes is not begun. */
const walksOf = (supervisor: string, mystery: string, morning: (day: number) => Date): Walk[] => {
  const daily = Array.from({ length: days }, (_, at): Walk => {
    const day = at - days + 1
    const state = day < -2 ? 'REVIEWED' : day < 0 ? 'SUBMITTED' : 'IN_PROGRESS'
    return { scoutId: supervisor, state, opensAt: morning(day), done: day === 0 ? 2 : 3 }
  })
  return [
    ...daily,
    { scoutId: mystery, state: 'REVIEWED', opensAt: morning(-5), done: 3, without: 8 },
    { scoutId: mystery, state: 'PAUSED', opensAt: morning(0), done: 1 },
    { scoutId: supervisor, state: 'ACCEPTED', opensAt: morning(2), done: 0 },
    { scoutId: null, state: 'SCHEDULED', opensAt: morning(3), done: 0 },
    { scoutId: null, state: 'DECLINED', opensAt: morning(4), done: 0 },
    { scoutId: supervisor, state: 'EXPIRED', opensAt: morning(-9), done: 0 },
  ]
}

interface Stage {
  readonly buildingId: string
  readonly amenityIds: readonly string[]
  readonly templateId: string
  readonly content: TemplateContent
}

const writeRounds = async (ctx: TenantContext, walks: readonly Walk[], stage: Stage): Promise<DemoStop[]> => {
  const chance = chanceFrom(37)
  const made = walks.map((walk, number) => {
    // Today's round is under way, also in a demo that is created before that morning.
    const begins = new Date(Math.min(walk.opensAt.getTime() + hourMs / 2, ctx.now.getTime() - hourMs))
    const id = newId(walk.opensAt.getTime())
    const isOver = walk.state === 'REVIEWED' || walk.state === 'SUBMITTED'
    const stops = stage.amenityIds.map((amenityId, position) => {
      const answers = answersFor(stage.content, chance, position === 2 ? walk.without : 0)
      const isDone = position < walk.done
      const at = new Date(begins.getTime() + position * (hourMs / 4))
      return {
        id: newId(at.getTime()),
        amenityId,
        position,
        at,
        isDone,
        answers,
        ...scoreInspection(stage.content, answers),
      }
    })
    const total = isOver ? scoreRound(stops.filter(({ isDone }) => isDone)) : { score: null, passed: null }
    return { ...walk, id, number: number + 1, begins, isOver, stops, total }
  })
  await ctx.db
    .insertInto('round')
    .values(
      made.map(({ id, number, state, scoutId, opensAt, begins, isOver, done, total }) => ({
        tenant_id: ctx.tenantId,
        id,
        number,
        title: 'Morning inspection, clinic washrooms',
        state,
        building_id: stage.buildingId,
        scout_id: scoutId,
        opens_at: opensAt,
        due_by: new Date(opensAt.getTime() + 24 * hourMs),
        started_at: done > 0 ? begins : null,
        submitted_at: isOver ? new Date(begins.getTime() + hourMs) : null,
        expired_at: state === 'EXPIRED' ? new Date(opensAt.getTime() + 24 * hourMs) : null,
        reviewed_at: state === 'REVIEWED' ? new Date(opensAt.getTime() + 30 * hourMs) : null,
        reviewer_kind: state === 'REVIEWED' ? 'SYSTEM' : null,
        reviewer_name: state === 'REVIEWED' ? 'Wellkept' : null,
        reason: state === 'DECLINED' ? 'On leave that week' : state === 'PAUSED' ? 'Ward round' : null,
        stop_count: stage.amenityIds.length,
        done_count: done,
        score: total.score,
        passed: total.passed,
        created_at: new Date(Math.min(opensAt.getTime(), ctx.now.getTime()) - hourMs),
        changed_at: ctx.now,
      })),
    )
    .execute()
  const all = made.flatMap((round) => round.stops.map((stop) => ({ ...stop, round })))
  await ctx.db
    .insertInto('round_stop')
    .values(
      all.map(({ round, ...stop }) => ({
        tenant_id: ctx.tenantId,
        id: stop.id,
        round_id: round.id,
        position: stop.position,
        amenity_id: stop.amenityId,
        template_id: stage.templateId,
        template_version: round.done > 0 ? 1 : null,
        state: stop.isDone ? 'COMPLETED' : null,
        presence: stop.isDone ? 'SCANNED' : null,
        started_at: stop.isDone ? stop.at : null,
        completed_at: stop.isDone ? new Date(stop.at.getTime() + hourMs / 6) : null,
        score: stop.isDone ? stop.score : null,
        passed: stop.isDone ? stop.passed : null,
        parts: JSON.stringify(stop.isDone ? stop.parts : []),
        critical_failed: stop.isDone ? [...stop.criticalFailed] : [],
        changed_at: ctx.now,
        version: stop.isDone ? 1 : 0,
      })),
    )
    .execute()
  await ctx.db
    .insertInto('inspection_answer')
    .values(
      all
        .filter(({ isDone }) => isDone)
        .flatMap(({ id, at, answers }) =>
          [...answers].map(([questionId, { value, na }]) => ({
            tenant_id: ctx.tenantId,
            inspection_id: id,
            question_id: questionId,
            value: JSON.stringify(value),
            na,
            at,
            merge: JSON.stringify({
              clientId: `demo-${id}-${questionId}`,
              session: '',
              base: 0,
              since: 1,
              rival: null,
            }),
          })),
        ),
    )
    .execute()
  await ctx.run("insert into tenant_counter (tenant_id, name, value) values ($1, 'round', $2)", [
    ctx.tenantId,
    made.length,
  ])
  return all.flatMap(({ id, isDone, amenityId, at, round }) =>
    isDone && round.scoutId ? [{ id, roundId: round.id, amenityId, scoutId: round.scoutId, at }] : [],
  )
}

/** The supervisor of the demo has no phone yet; development prints a code for it. */
export const demoScout = 'Ines Moreau'

const writePeople = async (ctx: TenantContext, buildingId: string): Promise<readonly [string, string]> => {
  const day = (offset: number): string =>
    DateTime.fromJSDate(ctx.now, { zone: demoZone }).plus({ days: offset }).toISODate() ?? ''
  const common = {
    blind: true,
    scope: { buildingIds: [buildingId] },
    validFrom: day(-40),
    validUntil: day(90),
    language: 'en' as const,
    email: null,
  }
  const supervisor = {
    ...common,
    kind: 'SUPERVISOR',
    name: demoScout,
    extraRounds: true,
    reference: null,
  } satisfies NewScout
  const mystery = {
    ...common,
    kind: 'MYSTERY',
    name: 'Unnamed',
    extraRounds: false,
    reference: 'HT-204',
  } satisfies NewScout
  return [(await insertScout(ctx, supervisor)).id, (await insertScout(ctx, mystery)).id]
}

/** @param ctx now */
export const writeInspections = async (ctx: TenantContext, ids: DemoIds): Promise<void> => {
  const buildingId = ids.buildingId('clinic')
  const amenityIds = demoAmenities
    .filter(({ building, type }) => building === 'clinic' && type === 'WASHROOM')
    .slice(0, 3)
    .map(({ key }) => ids.amenityId(key))
  const contents = codes.flatMap((code) =>
    samples.filter((sample) => sample.code === code).map((sample) => templateOfSample(sample, 'en')),
  )
  const templateIds: string[] = []
  for (const content of contents) templateIds.push((await insertTemplate(ctx, content)).id)
  const [templateId = '', content] = [templateIds[0], contents[0]]
  if (!content) throw new Error('The demo has no checklist')
  const [supervisor, mystery] = await writePeople(ctx, buildingId)
  const today = DateTime.fromJSDate(ctx.now, { zone: demoZone }).startOf('day')
  const morning = (day: number): Date => today.plus({ days: day, hours: 6, minutes: 30 }).toJSDate()
  const stage = { buildingId, amenityIds, templateId, content }
  const stops = await writeRounds(ctx, walksOf(supervisor, mystery, morning), stage)
  await writeFindings(ctx, stops, buildingId)
  await insertSchedule(ctx, {
    name: 'Weekly lift inspection',
    kind: 'ROUND',
    enabled: true,
    recurrence: {
      rrule: 'FREQ=WEEKLY;BYDAY=TU',
      startsAt: `${today.toISODate()}T09:00`,
      timeZone: demoZone,
    },
    followsZone: true,
    template: {
      title: 'Lift inspection',
      description: '',
      priority: null,
      category: null,
      checklist: [],
      buildingId,
      amenityIds: demoAmenities
        .filter(({ building, type }) => building === 'clinic' && type === 'ELEVATOR')
        .map(({ key }) => ids.amenityId(key)),
      assignee: null,
      dueAfterMinutes: 24 * 60,
      templateIds: templateIds.slice(2),
      scoutId: supervisor,
    },
    ifOpen: 'CREATE',
  })
}
