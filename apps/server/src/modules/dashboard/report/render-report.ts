/** Pages of a report, block by block. */

import type { Comparison } from '#contracts/dashboard.ts'
import { sayPlace } from '#contracts/kit/place.ts'
import { type ReportContent, reportRows } from '#contracts/reports.ts'
import { drawDistribution, drawScores, drawTrend } from './charts.ts'
import { whatMoved } from './moved.ts'
import { type Numbers, numbersIn } from './numbers.ts'
import { type Column, ink, openPaper, type Paper } from './paper.ts'
import type { ReportFigures } from './report-figures.ts'
import { type ReportWords, reportWords } from './report-words.ts'

export interface ReportAbout {
  readonly organisation: string
  /** the filtered places; empty: all */
  readonly places: readonly string[]
  readonly from: string
  readonly to: string
  readonly timeZone: string
  readonly limited: boolean
  readonly compare: Comparison
  readonly at: Date
  readonly language: 'en' | 'de'
  readonly contents: readonly ReportContent[]
  /** a JPEG or PNG; undefined if there is none */
  readonly readLogo: () => Promise<Uint8Array | undefined>
}

interface Writing {
  readonly language: 'en' | 'de'
  readonly paper: Paper
  readonly words: ReportWords
  readonly numbers: Numbers
  readonly figures: ReportFigures
}

/** Amenities in the chart; the table has more. */
const inChart = 20

const endColumn = (title: string, share: number): Column => ({ title, share, end: true })

const figuresTable = (
  { paper, words }: Writing,
  rows: readonly (readonly [string, string, string])[],
): Promise<void> =>
  paper.table(
    [{ title: words.figure, share: 4 }, endColumn(words.value, 2), endColumn(words.before, 3)],
    rows,
  )

const feedbackRows = ({ words, numbers, figures: { feedback } }: Writing) =>
  [
    [words.submissions, numbers.number(feedback.count), numbers.change(feedback.change)],
    [words.ratings, numbers.number(feedback.rated), ''],
    [words.average, numbers.average(feedback.average), numbers.points(feedback.averageChange)],
  ] as const

const taskRows = ({ words, numbers, figures: { tasks } }: Writing) =>
  [
    [words.open, numbers.number(tasks.open), ''],
    [words.inProgress, numbers.number(tasks.inProgress), ''],
    [words.overdue, numbers.number(tasks.overdue), ''],
    [words.created, numbers.number(tasks.created), numbers.change(tasks.createdChange)],
    [words.done, numbers.number(tasks.done), ''],
  ] as const

const compare = async ({ paper, words, numbers, figures: { compared } }: Writing): Promise<void> => {
  if (compared.length < 2) return
  const shown = compared.slice(0, reportRows)
  paper.heading(3, words.buildings)
  if (compared.length > shown.length)
    paper.paragraph(words.first(numbers.number(shown.length), numbers.number(compared.length)))
  await paper.table(
    [
      { title: words.building, share: 3.5 },
      endColumn(words.submissions, 1.8),
      endColumn(words.change, 1.8),
      endColumn(words.average, 1.8),
      endColumn(words.change, 1.8),
      endColumn(words.openTasks, 2.2),
      endColumn(words.overdueTasks, 1.6),
    ],
    shown.map((one) => [
      paper.named(one.name, one.id),
      numbers.number(one.count),
      numbers.change(one.change),
      numbers.average(one.average),
      numbers.points(one.averageChange),
      numbers.number(one.openTasks),
      numbers.number(one.overdue),
    ]),
  )
}

const overview = async (writing: Writing): Promise<void> => {
  const { paper, words, numbers, figures, language } = writing
  paper.heading(3, words.moved)
  for (const sentence of whatMoved(figures, language, numbers))
    paper.paragraph(sentence, { size: 11, colour: ink })
  await figuresTable(writing, [...feedbackRows(writing), ...taskRows(writing)])
  await compare(writing)
}

const feedback = async (writing: Writing): Promise<void> => {
  const { paper, words, numbers, figures } = writing
  const { rated, average, distribution } = figures.feedback
  if (figures.feedback.count === 0) {
    paper.paragraph(words.none)
    return
  }
  paper.heading(3, `${words.trendTitle}, n = ${numbers.number(rated)}`)
  const alt = words.trendAlt(numbers.number(rated), numbers.average(average))
  drawTrend(paper, figures.days, figures.notes, alt, words, numbers)
  for (const [index, { date, text, building }] of figures.notes.entries())
    paper.paragraph(`${index + 1}. ${numbers.day(date)}: ${text}${building ? ` (${building.name})` : ''}`, {
      size: 9,
      colour: ink,
    })
  paper.paragraph(words.hollow)
  await paper.table(
    [
      { title: figures.by === 'day' ? words.day : words.month, share: 4 },
      endColumn(words.submissions, 2),
      endColumn(words.ratings, 2),
      endColumn(words.average, 2),
    ],
    figures.steps.map((step) => [
      figures.by === 'day' ? numbers.day(step.date) : numbers.month(step.date),
      numbers.number(step.count),
      numbers.number(step.rated),
      numbers.average(step.average),
    ]),
  )
  paper.heading(3, `${words.distributionTitle}, n = ${numbers.number(rated)}`)
  const bars = drawDistribution(paper, distribution, words, numbers)
  await paper.table(
    [{ title: words.ratings, share: 4 }, endColumn('n', 2), endColumn(words.share, 2)],
    bars.map(({ rating, count, share }) => [
      `${rating} · ${words.rating[rating]}`,
      numbers.number(count),
      numbers.percent(share),
    ]),
  )
}

const issues = async ({ paper, words, numbers, figures }: Writing): Promise<void> => {
  if (figures.issues.length === 0) {
    paper.paragraph(words.none)
    return
  }
  paper.paragraph(words.issuesNote(numbers.number(figures.named)))
  await paper.table(
    [
      { title: words.issue, share: 4 },
      endColumn('n', 1),
      endColumn(words.share, 1.5),
      endColumn(words.interval, 2),
      endColumn(words.before, 3),
    ],
    figures.issues.map(({ name, count, share, low, high, change }) => [
      name,
      numbers.number(count),
      numbers.percent(share),
      `${numbers.percent(low)} – ${numbers.percent(high)}`,
      numbers.change(change),
    ]),
  )
}

const amenities = async ({ paper, words, numbers, figures }: Writing): Promise<void> => {
  const all = figures.amenities
  const shown = all.slice(0, reportRows)
  if (shown.length === 0) {
    paper.paragraph(words.none)
    return
  }
  const buildings = new Set(all.map(({ building }) => building.id)).size
  const called = (one: (typeof all)[number], building = ''): string =>
    sayPlace(paper.named(one.name, one.id), one.location, building)
  paper.paragraph(words.scoreNote)
  const scored = shown.slice(0, inChart).flatMap((one) => {
    const { score, low, high, building } = one
    const name = called(one, buildings > 1 ? building.name : '')
    return score === null || low === null || high === null ? [] : [{ name, score, low, high }]
  })
  if (scored.length > 0) drawScores(paper, scored, words.scoreAlt(numbers.number(scored.length)))
  if (all.length > shown.length)
    paper.paragraph(words.more(numbers.number(shown.length), numbers.number(all.length)))
  await paper.table(
    [
      { title: words.amenity, share: 3.8 },
      { title: words.building, share: 2.6 },
      endColumn(words.rank, 1),
      endColumn(words.score, 1.4),
      endColumn(words.interval, 2.2),
      endColumn('n', 1.1),
      endColumn(words.average, 1.9),
      endColumn(words.openTasks, 2.5),
    ],
    shown.map((one) => [
      called(one),
      paper.named(one.building.name, one.building.id),
      one.rank === null ? '–' : numbers.number(one.rank),
      numbers.average(one.score),
      `${numbers.average(one.low)} – ${numbers.average(one.high)}`,
      numbers.number(one.rated),
      numbers.average(one.average),
      numbers.number(one.openTasks),
    ]),
  )
}

const sla = async ({ paper, words, numbers, figures }: Writing): Promise<void> => {
  const all = figures.buildings
  const shown = all.slice(0, reportRows)
  if (shown.length === 0) {
    paper.paragraph(words.none)
    return
  }
  paper.paragraph(words.slaNote)
  if (all.length > shown.length)
    paper.paragraph(words.more(numbers.number(shown.length), numbers.number(all.length)))
  await paper.table(
    [
      { title: words.building, share: 4 },
      endColumn(words.met, 1.5),
      endColumn(words.missed, 1.5),
      endColumn(words.share, 1.5),
      endColumn(words.interval, 2.5),
    ],
    shown.map(({ id, name, slaMet, slaMissed, slaShare, slaLow, slaHigh }) => [
      paper.named(name, id),
      numbers.number(slaMet),
      numbers.number(slaMissed),
      numbers.percent(slaShare),
      `${numbers.percent(slaLow)} – ${numbers.percent(slaHigh)}`,
    ]),
  )
}

const inspections = async ({ paper, words, numbers, figures }: Writing): Promise<void> => {
  const { count, average, passed, share, low, high } = figures.inspections
  if (count === 0) {
    paper.paragraph(words.none)
    return
  }
  paper.paragraph(words.inspectionsNote)
  await paper.table(
    [{ title: words.figure, share: 4 }, endColumn(words.value, 2), endColumn(words.interval, 3)],
    [
      [words.inspections, numbers.number(count), ''],
      [words.meanScore, numbers.average(average), ''],
      [words.passed, numbers.number(passed), ''],
      [words.passedShare, numbers.percent(share), `${numbers.percent(low)} – ${numbers.percent(high)}`],
    ],
  )
  const all = figures.inspected
  const shown = all.slice(0, reportRows)
  if (all.length > shown.length)
    paper.paragraph(words.more(numbers.number(shown.length), numbers.number(all.length)))
  await paper.table(
    [
      { title: words.amenity, share: 4 },
      { title: words.building, share: 3 },
      endColumn('n', 1),
      endColumn(words.meanScore, 2),
      endColumn(words.passed, 1.5),
      endColumn(words.interval, 2.2),
    ],
    shown.map((one) => [
      sayPlace(paper.named(one.name, one.id), one.location, ''),
      paper.named(one.building.name, one.building.id),
      numbers.number(one.count),
      numbers.average(one.average),
      numbers.percent(one.share),
      `${numbers.percent(one.low)} – ${numbers.percent(one.high)}`,
    ]),
  )
}

const blocks: Readonly<Record<ReportContent, (writing: Writing) => Promise<void>>> = {
  OVERVIEW: overview,
  FEEDBACK: feedback,
  ISSUES: issues,
  AMENITIES: amenities,
  TASKS: (writing) => figuresTable(writing, taskRows(writing)),
  SLA: sla,
  INSPECTIONS: inspections,
}

const write = async (writing: Writing, about: ReportAbout): Promise<void> => {
  const { paper, words, numbers } = writing
  const logo = await about.readLogo()
  if (logo) paper.logo(logo)
  paper.heading(1, `${words.title}: ${about.organisation}`)
  const where = about.places.length === 0 ? words.all : about.places.join(', ')
  const period = `${numbers.day(about.from)} – ${numbers.day(about.to)}`
  paper.paragraph(`${period}. ${where}`, { size: 11, colour: ink })
  const at = numbers.moment(about.at, about.timeZone)
  const counted = `${words.clock(about.timeZone)} ${words.counted(at)}`
  paper.paragraph(about.limited ? `${counted} ${words.limited}` : counted)
  for (const content of about.contents) {
    paper.heading(2, words.blocks[content])
    await blocks[content](writing)
  }
  paper.end()
}

/** Yields the bytes as they are produced; an error ends the sequence. */
export async function* renderReport(about: ReportAbout, figures: ReportFigures): AsyncGenerator<Uint8Array> {
  const all = reportWords(about.language)
  const words = about.compare === 'YEAR_BEFORE' ? { ...all, before: all.yearBefore } : all
  const { doc, paper } = openPaper({
    title: `${words.title}: ${about.organisation}, ${about.from} – ${about.to}`,
    language: about.language,
    footer: (page) => `${about.organisation} · ${words.page(page)}`,
    createdAt: about.at,
  })
  const writing = { language: about.language, paper, words, numbers: numbersIn(words.locale), figures }
  const written = write(writing, about).catch((error: unknown) => {
    doc.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  for await (const chunk of doc) yield chunk as Uint8Array
  await written
}
