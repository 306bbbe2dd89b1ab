/** What is exported of a list, and the API call for it. */
import { addressOf, type RawInput } from '#client/client.ts'
import type { CallInput } from '#client/types.ts'
import { type ExportColumn, type ExportWhat, exportCsv } from '#contracts/exports.ts'
import type { FileChoice } from './file-choice.ts'

export type ExportQuery = NonNullable<CallInput<typeof exportCsv>['query']>

export interface ExportRequest {
  /** inspections have no list with their rows */
  readonly what: Exclude<ExportWhat, 'inspections'>
  /** filters of the list, by their names in the contract */
  readonly filters: Omit<
    ExportQuery,
    'what' | 'columns' | 'sort' | 'language' | 'format' | 'separator' | 'words'
  >
  readonly sort: NonNullable<ExportQuery['sort']>
  /** columns shown in the list */
  readonly columns: readonly ExportColumn[]
}

/** What is the service's default is left out. */
const fileOf = ({ kind, words }: FileChoice): Pick<ExportQuery, 'format' | 'separator' | 'words'> => ({
  ...(kind === 'xlsx' ? { format: 'xlsx' } : {}),
  ...(kind === 'semicolon' ? { separator: 'semicolon' } : {}),
  ...(words ? { words } : {}),
})

export const endingOf = ({ kind }: FileChoice): 'xlsx' | 'csv' => (kind === 'xlsx' ? 'xlsx' : 'csv')

export const queryOf = (
  { what, filters, sort }: ExportRequest,
  columns: readonly ExportColumn[],
  language: 'en' | 'de',
  file: FileChoice,
): ExportQuery => ({ what, ...filters, sort, columns: [...columns], language, ...fileOf(file) })

/** A curl command. An API key has no own tasks, so `me` is replaced by the user's id. */
export const callFor = (query: ExportQuery, origin: string, ownId: string | undefined): string => {
  const assignee = query.assignee?.map((one) => (one === 'me' && ownId ? ownId : one))
  const address = addressOf(exportCsv, {
    query: assignee ? { ...query, assignee } : query,
  } as RawInput)
  return `curl -f -H 'X-API-Key: …' -o ${query.what}.${query.format ?? 'csv'} \\\n  '${origin}${address.replaceAll("'", '%27').replaceAll('%2C', ',')}'`
}
