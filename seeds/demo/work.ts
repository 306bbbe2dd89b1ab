/** The team's work: one task for each problem, started and finished in working hours, confirmed or rejected. */
import { DateTime } from 'luxon'
import { builtInType } from '#contracts/catalogue/amenity-types.ts'
import { issueName } from '#contracts/catalogue/names.ts'
import { type Priority, priorities } from '#contracts/records.ts'
import { type DemoPerson, demoPeople } from './people.ts'
import { fixes, thanks, usualFix } from './phrases.ts'
import type { DemoAmenity } from './places.ts'
import { type Chance, chanceFrom, seedOf } from './random.ts'
import { demoZone, type Visit } from './visits.ts'

/** A report of a task, by its index in the list of visits. */
export interface Report {
  readonly visit: number
  readonly at: Date
}

/** One cycle of work from start to end, and what a visitor says afterwards. */
export interface Turn {
  readonly openedAt: Date
  readonly startsAt: Date
  readonly endsAt: Date
}

export interface Answer {
  readonly visit: number
  readonly at: Date
  readonly fixed: boolean
  readonly message: string | null
}

export interface Job {
  readonly amenity: DemoAmenity
  readonly category: string
  readonly title: string
  readonly skill: string
  readonly priority: Priority
  readonly person: DemoPerson
  readonly reports: Report[]
  readonly turns: Turn[]
  readonly answers: Answer[]
  readonly fix: string
  readonly fixIsPublic: boolean
}

const hour = 3600_000

/** The next working time: 6:30 to 20:00 on weekdays, mornings at weekends. */
const nextAtWork = (at: Date): Date => {
  let time = DateTime.fromJSDate(at, { zone: demoZone })
  for (;;) {
    const [from, to] = time.weekday >= 6 ? [9, 13] : [6.5, 20]
    const start = time.startOf('day').plus({ hours: from })
    const end = time.startOf('day').plus({ hours: to })
    if (time < start) return start.plus({ minutes: 10 }).toJSDate()
    if (time < end) return time.toJSDate()
    time = time.startOf('day').plus({ days: 1 })
  }
}

/** Hours until the start, and duration of the work. */
const pace: Readonly<Record<Priority, readonly [wait: number, work: number]>> = {
  LOW: [20, 1.5],
  MEDIUM: [4, 0.7],
  HIGH: [1.5, 1.2],
  URGENT: [0.3, 0.8],
}

/** Some work of the last days is not done, so that the demo has open tasks. */
const backlog = { days: 5, left: 0.3, begun: 0.2, hours: 84 } as const

const turnFrom = (chance: Chance, priority: Priority, openedAt: Date, today: Date): Turn => {
  const [wait, work] = pace[priority]
  const isRecent = openedAt.getTime() > today.getTime() - (backlog.days - 1) * 24 * hour
  const share = isRecent ? chance.next() : 1
  const more = backlog.hours * (0.7 + chance.next() * 0.6)
  const left = share < backlog.left
  const begun = !left && share < backlog.left + backlog.begun
  const startsAt = nextAtWork(
    new Date(openedAt.getTime() + (wait * (0.3 + chance.next() * 1.6) + (left ? more : 0)) * hour),
  )
  const endsAt = nextAtWork(
    new Date(startsAt.getTime() + (work * (0.4 + chance.next() * 1.8) + (begun ? more : 0)) * hour),
  )
  return { openedAt, startsAt, endsAt }
}

const personFor = (chance: Chance, skill: string): DemoPerson => {
  const able = demoPeople.filter(({ skills }) => skills.includes(skill))
  const [first, ...others] = able.length > 0 ? able : demoPeople.filter(({ key }) => key === 'technician')
  if (!first) throw new Error('The demo has no technician')
  return chance.pick([first, ...others])
}

const raised = (priority: Priority, reporters: number): Priority =>
  reporters >= 3
    ? (priorities[Math.min(priorities.indexOf(priority) + 1, priorities.length - 1)] ?? priority)
    : priority

/** The final priority of a job: three reports raise it. */
export const priorityOf = (job: Job): Priority => raised(job.priority, job.reports.length)

const open = (chance: Chance, visit: Visit, index: number, category: string, today: Date): Job => {
  const issue = builtInType(visit.amenity.type)?.issues.find(({ code }) => code === category)
  const priority = issue?.priority ?? 'MEDIUM'
  const skill = issue?.skill ?? 'FACILITY'
  const own = fixes[category] ?? usualFix
  return {
    amenity: visit.amenity,
    category,
    title: `${issueName(category, 'en') ?? category}, ${visit.amenity.name}`,
    skill,
    priority,
    person: personFor(chance, skill),
    reports: [{ visit: index, at: visit.at }],
    turns: [turnFrom(chance, priority, visit.at, today)],
    answers: [],
    fix: chance.pick([own[0], ...own.slice(1)]),
    fixIsPublic: chance.happens(0.55),
  }
}

/** A visitor who reported it says whether it is fixed; nobody answers before it is done. */
const answer = (chance: Chance, job: Job, now: Date): void => {
  const [turn, first] = [job.turns.at(-1), job.reports[0]]
  if (!turn || !first || turn.endsAt > now || job.answers.some(({ visit }) => visit === first.visit)) return
  const at = new Date(turn.endsAt.getTime() + (0.5 + chance.next() * 12) * hour)
  if (at > now || !chance.happens(0.5)) return
  job.answers.push({
    visit: first.visit,
    at,
    fixed: true,
    message: chance.happens(0.3) ? chance.pick(thanks) : null,
  })
}

/** The technician of the tour in README has nothing to do but what the visitor of the tour reports. */
const relieved = (job: Job, now: Date): Job => {
  const last = job.turns.at(-1)
  if (job.person.key !== 'technician' || !last || last.endsAt <= now) return job
  const colleague = demoPeople.find(({ key }) => key === (job.skill === 'PLUMBING' ? 'derya' : 'clara'))
  return colleague ? { ...job, person: colleague } : job
}

/** Jobs in the order of their start. A report joins the open job, or reopens it within a day. */
export const demoJobs = (visits: readonly Visit[], now: Date): Job[] => {
  const today = DateTime.fromJSDate(now, { zone: demoZone }).startOf('day').toJSDate()
  const jobs: Job[] = []
  const latest = new Map<string, Job>()
  for (const [index, visit] of visits.entries()) {
    for (const category of visit.issues) {
      const key = `${visit.amenity.key} ${category}`
      const chance = chanceFrom(seedOf(`${key} ${index}`))
      const known = latest.get(key)
      const [turn, last] = [known?.turns.at(-1), known?.reports.at(-1)]
      if (
        known &&
        turn &&
        last &&
        (visit.at < turn.endsAt || visit.at.getTime() - last.at.getTime() < 24 * hour)
      ) {
        if (visit.at >= turn.endsAt) known.turns.push(turnFrom(chance, known.priority, visit.at, today))
        known.reports.push({ visit: index, at: visit.at })
      } else {
        const job = open(chance, visit, index, category, today)
        jobs.push(job)
        latest.set(key, job)
      }
    }
  }
  for (const job of jobs) answer(chanceFrom(seedOf(`${job.title} ${job.reports[0]?.visit}`)), job, now)
  return jobs.map((job) => relieved(job, now))
}
