/** What of a list becomes a file, and the call that gives it. */
import { addressOf, type RawInput } from '#client/client.ts'
import type { CallInput } from '#client/types.ts'
import { type ExportColumn, type ExportWhat, exportCsv } from '#contracts/exports.ts'

export type ExportQuery = NonNullable<CallInput<typeof exportCsv>['query']>

export interface ExportRequest {
  readonly what: ExportWhat
  /** the filters of the list, by the names of its contract */
  readonly filters: Omit<ExportQuery, 'what' | 'columns' | 'sort' | 'language'>
  readonly sort: NonNullable<ExportQuery['sort']>
  /** what the list shows */
  readonly columns: readonly ExportColumn[]
}

export const queryOf = (
  { what, filters, sort }: ExportRequest,
  columns: readonly ExportColumn[],
  language: 'en' | 'de',
): ExportQuery => ({ what, ...filters, sort, columns: [...columns], language })

/** For a shell. A key is nobody to whom work is assigned, so `me` is written out. */
export const callFor = (query: ExportQuery, origin: string, ownId: string | undefined): string => {
  const assignee = query.assignee?.map((one) => (one === 'me' && ownId ? ownId : one))
  const address = addressOf(exportCsv, {
    query: assignee ? { ...query, assignee } : query,
  } as RawInput)
  return `curl -f -H 'X-API-Key: …' -o ${query.what}.csv \\\n  '${origin}${address.replaceAll("'", '%27').replaceAll('%2C', ',')}'`
}
