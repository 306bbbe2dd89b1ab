import { operationalStates } from '#contracts/records.ts'
import { codes, either, flag, ids, pageNumber, some, sortOf, text } from '../../lib/search.ts'

export const amenitySorts = ['name', 'createdAt', 'type', 'state', 'lastScanAt'] as const
type Sort = (typeof amenitySorts)[number]

export interface AmenitiesSearch {
  readonly q?: string | undefined
  readonly building?: string[] | undefined
  readonly location?: string[] | undefined
  readonly type?: string[] | undefined
  readonly state?: (typeof operationalStates)[number][] | undefined
  readonly linked?: 'no' | undefined
  readonly archived?: true | undefined
  readonly sort?: Sort | `-${Sort}` | undefined
  readonly page?: number | undefined
}

export const readAmenities = (search: Record<string, unknown>): AmenitiesSearch => ({
  q: text(search.q),
  building: ids(search.building),
  location: ids(search.location),
  type: codes(search.type),
  state: some(search.state, operationalStates),
  linked: either(search.linked) === false ? 'no' : undefined,
  archived: flag(search.archived),
  sort: sortOf(search.sort, amenitySorts),
  page: pageNumber(search.page),
})
