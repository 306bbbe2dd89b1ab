/** Search parameters of the task figures. */
import { codes, day, ids, one } from '#desk-kit/lib/search.ts'

export const steps = ['day', 'week', 'month'] as const
export const workGroups = ['priority', 'type', 'source'] as const
export const slaGroups = ['policy', 'building', 'priority'] as const

export interface Filters {
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** of screens with changes; left out: with the previous period */
  readonly compare?: 'YEAR_BEFORE' | undefined
  readonly building?: string[] | undefined
  readonly type?: string[] | undefined
  /** left out: chosen by the service for the period */
  readonly by?: (typeof steps)[number] | undefined
}

export interface WorkSearch extends Filters {
  readonly group?: (typeof workGroups)[number] | undefined
}

export interface SlaSearch extends Filters {
  readonly group?: (typeof slaGroups)[number] | undefined
}

export const readFilters = (search: Record<string, unknown>): Filters => ({
  from: day(search.from),
  to: day(search.to),
  building: ids(search.building),
  type: codes(search.type),
  by: one(search.by, steps),
})

export const readWork = (search: Record<string, unknown>): WorkSearch => ({
  ...readFilters(search),
  group: one(search.group, workGroups),
})

export const readSla = (search: Record<string, unknown>): SlaSearch => ({
  ...readFilters(search),
  group: one(search.group, slaGroups),
})

export const trendsOf = ({ group: _, ...filters }: WorkSearch) => ({ query: filters })
export const timesOf = ({ by: _, ...filters }: WorkSearch) => ({ query: filters })
export const slaFiguresOf = (search: SlaSearch) => ({ query: search })

/** The same period and places on another screen. */
export const samePlaces = ({ from, to, building, type }: Filters) => ({ from, to, building, type })
