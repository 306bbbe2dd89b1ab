/** Buildings, locations and amenities from CSV text: our own columns, or a city's list of public restrooms. */
import type { ImportLine, ImportReport } from '#contracts/admin/buildings.ts'
import { typeWords } from '#server/modules/admin/amenity-types/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { auditEach } from '#server/platform/gate/audit.ts'
import { CsvFault, readCsv } from './csv-table.ts'
import { facilityColumns } from './facility-columns.ts'
import { loadDraft } from './load-draft.ts'
import { ownColumns } from './own-columns.ts'
import { CellFault, type Place, type TenantWords } from './place.ts'
import { takeLine } from './take-line.ts'
import { writeDraft } from './write-draft.ts'

export interface ImportOptions {
  /** report what would happen and keep nothing */
  readonly dryRun: boolean
  /** keep the lines without faults also where others have some; else it is all or nothing */
  readonly keepGood: boolean
  /** lines besides the heading */
  readonly maxLines: number
}

const faultOf = (line: number, error: unknown): ImportLine => {
  if (!(error instanceof CellFault)) throw error
  return { line, status: 'ERROR', message: error.message, column: error.column }
}

const readPlaces = (csv: string, words: TenantWords, maxLines: number) => {
  const { heading, records } = readCsv(csv)
  const reader = facilityColumns(heading, words) ?? ownColumns(heading, words)
  if (!reader)
    throw new CsvFault(
      'A column "building" is needed, with "floor", "area", "room", "amenity" and "type" where they are known',
    )
  if (records.length > maxLines)
    throw new CsvFault(`At most ${maxLines} lines go at once; this file has ${records.length}`)
  return records.map(({ line, cells }): { line: number; place: Place | undefined; fault?: ImportLine } => {
    try {
      return { line, place: reader.read(cells) }
    } catch (error) {
      return { line, place: undefined, fault: faultOf(line, error) }
    }
  })
}

/** Only lines that were kept have ids; of a trial run those that were there before. */
const withoutIds = ({ line, status, message, column }: ImportLine): ImportLine => ({
  line,
  status,
  message,
  column,
})

/**
 * A second run of the same file changes nothing: buildings and amenities are found by external id, else by name.
 * @throws CsvFault where the text is no such table; ServiceError PLAN_LIMIT_REACHED, CONFLICT
 */
export const importPlaces = async (
  ctx: TenantContext,
  csv: string,
  options: ImportOptions,
): Promise<ImportReport> => {
  const { words, timeZone } = await typeWords(ctx)
  const read = readPlaces(csv, words, options.maxLines)
  // One import at a time: two of the same file would both find nothing and make everything twice.
  if (!options.dryRun)
    await ctx.run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${ctx.tenantId}:import`])
  const draft = await loadDraft(
    ctx,
    read.flatMap(({ place }) => place ?? []),
    timeZone,
  )
  const at = ctx.now.getTime()
  const lines = read.map(({ line, place, fault }): ImportLine => {
    if (fault) return fault
    if (!place) return { line, status: 'SKIPPED', message: 'the line is empty', column: null }
    try {
      return { line, column: null, ...takeLine(draft, place, line, at) }
    } catch (error) {
      return faultOf(line, error)
    }
  })
  const count = (status: ImportLine['status']): number =>
    lines.filter((each) => each.status === status).length
  const errors = count('ERROR')
  const kept = !options.dryRun && (errors === 0 || options.keepGood)
  auditEach(ctx, kept ? await writeDraft(ctx, draft) : [])
  return {
    dryRun: options.dryRun,
    lines: kept ? lines : lines.map((each) => (each.status === 'UNCHANGED' ? each : withoutIds(each))),
    created: count('CREATED'),
    updated: count('UPDATED'),
    unchanged: count('UNCHANGED'),
    errors,
  }
}
