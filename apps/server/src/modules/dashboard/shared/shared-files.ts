/** The same figures as files: a PDF, or one CSV of everything. */

import { sayPlace } from '#contracts/kit/place.ts'
import type { SharedContent } from '#contracts/reports.ts'
import type { FigureContext } from '#server/platform/context.ts'
import { byteOrderMark, type Cell, csvLine } from '../export/csv.ts'
import type { Figures } from '../figures/open-figures.ts'
import { type ReportFigures, reportFigures } from '../report/report-figures.ts'
import { type ReportWords, reportWords } from '../report/report-words.ts'
import { buildingShown } from './shared-figures.ts'

export interface FileAbout {
  readonly contents: readonly SharedContent[]
  readonly language: 'en' | 'de'
  /** names of the places in the scope; empty: everything */
  readonly places: readonly string[]
  /** of a PDF, read by `readLogo` */
  readonly logo?: Uint8Array | undefined
}

const readFigures = async (
  ctx: FigureContext,
  figures: Figures,
  { contents, language }: FileAbout,
): Promise<ReportFigures> => {
  const counted = await reportFigures(ctx, figures, contents, language)
  return {
    ...counted,
    // Day notes are internal and may name people.
    notes: [],
    // Only the blocks that are shared name buildings.
    compared: [],
    amenities: counted.amenities.map((amenity) => {
      const building = buildingShown(figures.filter, amenity)
      return {
        ...amenity,
        building: { ...amenity.building, name: building ?? '–' },
        location: building === null ? '' : amenity.location,
      }
    }),
  }
}

type FigureRow = readonly [name: string, figure: string, value: Cell]

const rowsOf = (content: SharedContent, figures: ReportFigures, words: ReportWords): FigureRow[] => {
  const { feedback, tasks } = figures
  switch (content) {
    case 'OVERVIEW':
      return [
        ['', words.submissions, feedback.count],
        ['', words.ratings, feedback.rated],
        ['', words.average, feedback.average],
        ...rowsOf('TASKS', figures, words),
      ]
    case 'FEEDBACK':
      return figures.steps.flatMap(({ date, count, rated, average }): FigureRow[] => [
        [date, words.submissions, count],
        [date, words.ratings, rated],
        [date, words.average, average],
      ])
    case 'ISSUES':
      return figures.issues.flatMap(({ name, count, share }): FigureRow[] => [
        [name, words.submissions, count],
        [name, words.share, share],
      ])
    case 'AMENITIES': {
      // All of them: a shortened file must not pass for a complete one, and the plan limits their number.
      return figures.amenities.flatMap((amenity): FigureRow[] => {
        const name = sayPlace(amenity.name, amenity.location, amenity.building.name)
        return [
          [name, words.rank, amenity.rank],
          [name, words.score, amenity.score],
          [name, words.ratings, amenity.rated],
          [name, words.average, amenity.average],
          [name, words.openTasks, amenity.openTasks],
        ]
      })
    }
    case 'TASKS':
      return [
        ['', words.open, tasks.open],
        ['', words.inProgress, tasks.inProgress],
        ['', words.overdue, tasks.overdue],
        ['', words.created, tasks.created],
        ['', words.done, tasks.done],
      ]
    case 'SLA':
      return figures.buildings.flatMap(({ name, slaMet, slaMissed, slaShare }): FigureRow[] => [
        [name, words.met, slaMet],
        [name, words.missed, slaMissed],
        [name, words.share, slaShare],
      ])
    default:
      return content satisfies never
  }
}

/** CSV by RFC 4180 in UTF-8 with a byte order mark: block, name, figure, value. */
export const sharedCsv = async (ctx: FigureContext, figures: Figures, about: FileAbout): Promise<string> => {
  const counted = await readFigures(ctx, figures, about)
  const words = reportWords(about.language)
  const lines = about.contents.flatMap((content) =>
    rowsOf(content, counted, words).map((row) => csvLine([words.blocks[content], ...row])),
  )
  return byteOrderMark + csvLine([words.title, words.name, words.figure, words.value]) + lines.join('')
}

/** A tagged PDF, like that of `getReport`. */
export const sharedPdf = async (
  ctx: FigureContext,
  figures: Figures,
  about: FileAbout,
): Promise<Uint8Array> => {
  const counted = await readFigures(ctx, figures, about)
  const { period } = figures
  // Loaded on demand: it is large, and only reports and printed sheets need it.
  const { renderReport } = await import('../report/render-report.ts')
  const pieces: Uint8Array[] = []
  for await (const piece of renderReport(
    {
      organisation: ctx.tenant.name,
      places: about.places,
      from: period.from,
      to: period.to,
      timeZone: period.timeZone,
      limited: period.limitedBy !== null,
      compare: period.compare,
      at: ctx.now,
      language: about.language,
      contents: about.contents,
      readLogo: async () => about.logo,
    },
    counted,
  ))
    pieces.push(piece)
  return Buffer.concat(pieces)
}
