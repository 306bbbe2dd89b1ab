/** Checks which parameters apply to what is exported. */
import {
  type ExportColumn,
  type ExportQuery,
  type ExportWhat,
  exportColumns,
  exportFilters,
  exportOrders,
} from '#contracts/exports.ts'
import { invalid } from '#server/platform/errors.ts'

const own = Object.values(exportFilters).flatMap((filters) => Object.keys(filters)) as (keyof ExportQuery)[]

/** @throws ServiceError VALIDATION_ERROR for a filter that this list does not have */
export const whatOf = (query: ExportQuery): ExportWhat => {
  const taken = Object.keys(exportFilters[query.what])
  const unsupported = own.find((name) => query[name] !== undefined && !taken.includes(name))
  if (unsupported) throw invalid(`query.${unsupported}`, `is not a filter of ${query.what}`)
  return query.what
}

/** @throws ServiceError VALIDATION_ERROR for a column that this list does not have or that is named twice */
export const columnsOf = <W extends ExportWhat>(
  what: W,
  columns: readonly ExportColumn[] | undefined,
): readonly (typeof exportColumns)[W][number][] => {
  const known: readonly ExportColumn[] = exportColumns[what]
  const chosen = columns ?? known
  const unsupported = chosen.find((column) => !known.includes(column))
  if (unsupported) throw invalid('query.columns', `${what} has no column ${unsupported}`)
  if (new Set(chosen).size < chosen.length) throw invalid('query.columns', 'names a column twice')
  return chosen as readonly (typeof exportColumns)[W][number][]
}

type Order<W extends ExportWhat> = (typeof exportOrders)[W][number]

/** @throws ServiceError VALIDATION_ERROR for an order that this list does not have */
export const orderOf = <W extends ExportWhat>(
  what: W,
  sort: ExportQuery['sort'],
  usual: `-${Order<W>}`,
): Order<W> | `-${Order<W>}` => {
  const field = (sort ?? usual).replace('-', '')
  if (!(exportOrders[what] as readonly string[]).includes(field))
    throw invalid('query.sort', `${what} cannot be sorted by ${field}`)
  return (sort ?? usual) as Order<W> | `-${Order<W>}`
}
