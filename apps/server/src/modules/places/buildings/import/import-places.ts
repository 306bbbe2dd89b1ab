/** Imports buildings, locations and amenities from CSV: our own columns, or a city's list of public restrooms. */
import { setImmediate as turn } from 'node:timers/promises'
import type { ImportLine, ImportReport } from '#contracts/places/buildings.ts'
import { typeWords } from '#server/modules/places/amenity-types/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { auditEach } from '#server/platform/gate/audit.ts'
import { cleanLine } from './clean-text.ts'
import { CsvFault, readCsv, type Torn } from './csv-table.ts'
import { exportedColumns } from './exported-columns.ts'
import { facilityColumns } from './facility-columns.ts'
import { loadDraft } from './load-draft.ts'
import { ownColumns } from './own-columns.ts'
import { CellFault, type Reading, type TenantWords } from './place.ts'
import { disagreements, takeLine } from './take-line.ts'
import { writeDraft } from './write-draft.ts'

export interface ImportOptions {
  /** report the result and store nothing */
  readonly dryRun: boolean
  /** store lines without faults even if others have some; otherwise all or nothing */
  readonly keepGood: boolean
  /** not counting the heading */
  readonly maxLines: number
}

/** Characters of a cell that a report quotes. */
const shownLetters = 80

const shown = (value: string): string | null => {
  const letters = [...cleanLine(value)]
  if (letters.length === 0) return null
  return letters.length > shownLetters ? `${letters.slice(0, shownLetters).join('')}…` : letters.join('')
}

/** All faults of a line; the message contains them too, for clients that show nothing else. */
const faultyLine = (line: number, found: readonly CellFault[]): ImportLine => {
  const faults = found.map(({ column, value, message }) => ({ column, value: shown(value), message }))
  const words = faults.map(({ value, message }) => (value === null ? message : `"${value}" ${message}`))
  return {
    line,
    status: 'ERROR',
    column: faults[0]?.column ?? null,
    message: words
      .map((text, index) => (index === 0 ? text : `${faults[index]?.column}: ${text}`))
      .join('; '),
    faults,
  }
}

const tornFault = ({ cell, text, lost }: Torn, heading: readonly string[]): CellFault => {
  const after =
    lost === 0 ? '' : `, with ${lost} more of text after it that ${lost === 1 ? 'is' : 'are'} not whole`
  return new CellFault(
    heading[cell] ?? heading[0] ?? '',
    text,
    `has a quote that is never closed; this line is left out${after}, and reading goes on at the next one`,
  )
}

interface ReadLine extends Reading {
  readonly line: number
}

interface ReadFile {
  readonly lines: readonly ReadLine[]
  readonly unknown: readonly string[]
}

/** Lines between two pauses. */
const atOnce = 200

/** Works on the lines one after the other, and lets other requests run every few lines. */
const inTurns = async <T, R>(items: readonly T[], work: (item: T) => R): Promise<R[]> => {
  const results: R[] = []
  for (const item of items) {
    results.push(work(item))
    if (results.length % atOnce === 0) await turn()
  }
  return results
}

const readPlaces = async (csv: string, words: TenantWords, maxLines: number): Promise<ReadFile> => {
  const { heading, records } = readCsv(csv, { maxLines })
  const reader =
    facilityColumns(heading, words) ?? exportedColumns(heading, words) ?? ownColumns(heading, words)
  if (!reader)
    throw new CsvFault(
      `A column "building" is needed, with "floor", "area", "room", "amenity" and "type" where they are known; found: ${heading
        .flatMap((name) => shown(name) ?? [])
        .slice(0, 20)
        .map((name) => `"${name}"`)
        .join(', ')}`,
    )
  const lines = await inTurns(records, ({ line, cells, torn }) =>
    torn ? { line, place: undefined, faults: [tornFault(torn, heading)] } : { line, ...reader.read(cells) },
  )
  return { lines, unknown: reader.unknown }
}

/** Only stored lines have ids; in a dry run those that existed before. */
const withoutIds = ({ line, status, message, column, faults }: ImportLine): ImportLine => ({
  line,
  status,
  message,
  column,
  ...(faults ? { faults } : {}),
})

/**
 * A second run of the same file changes nothing: buildings and amenities are found by external id, otherwise by name.
 * @throws CsvFault if the text is no such table; ServiceError PLAN_LIMIT_REACHED, CONFLICT
 */
export const importPlaces = async (
  ctx: TenantContext,
  csv: string,
  options: ImportOptions,
): Promise<ImportReport> => {
  const { words, timeZone } = await typeWords(ctx)
  const { lines: read, unknown } = await readPlaces(csv, words, options.maxLines)
  // One import at a time: two of the same file would create everything twice.
  if (!options.dryRun)
    await ctx.run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${ctx.tenantId}:import`])
  const draft = await loadDraft(
    ctx,
    read.flatMap(({ place, faults }) => (faults.length === 0 && place ? place : [])),
    timeZone,
  )
  const at = ctx.now.getTime()
  const lines = await inTurns(read, ({ line, place, faults, skipped = 'the line is empty' }): ImportLine => {
    const all = [...faults, ...(place ? disagreements(draft, place) : [])]
    if (all.length > 0) return faultyLine(line, all)
    if (!place) return { line, status: 'SKIPPED', message: skipped, column: null }
    return { line, column: null, ...takeLine(draft, place, line, at) }
  })
  const count = (status: ImportLine['status']): number =>
    lines.filter((each) => each.status === status).length
  const errors = count('ERROR')
  const kept = !options.dryRun && (errors === 0 || options.keepGood)
  auditEach(ctx, kept ? await writeDraft(ctx, draft) : [])
  return {
    dryRun: options.dryRun,
    unknownColumns: unknown.flatMap((name) => shown(name) ?? []),
    lines: kept ? lines : lines.map((each) => (each.status === 'UNCHANGED' ? each : withoutIds(each))),
    created: count('CREATED'),
    updated: count('UPDATED'),
    unchanged: count('UNCHANGED'),
    errors,
  }
}
