/** What the address of the week grid says. */
import { plusDays } from '../../lib/days.ts'
import { codes, day, ids, pageNumber } from '../../lib/search.ts'

export interface ShiftSearch {
  /** at most one: on call is told for a place */
  readonly building?: string[] | undefined
  readonly skill?: string[] | undefined
  /** its first day; left out: the week that is on */
  readonly week?: string | undefined
  readonly page?: number | undefined
}

export const readShifts = (search: Record<string, unknown>): ShiftSearch => {
  return {
    building: ids(search.building)?.slice(0, 1),
    skill: codes(search.skill)?.slice(0, 1),
    week: day(search.week),
    page: pageNumber(search.page),
  }
}

/** Whom the grid shows. */
export const peopleOf = ({ building, skill, page }: ShiftSearch) => ({
  query: {
    building,
    skill,
    page,
    state: ['ACTIVE' as const, 'INVITED' as const],
    sort: 'name' as const,
    pageSize: 100,
  },
})

/** Whose call it is: now, or in another week. */
export const callOf = ({ building, skill, week }: ShiftSearch) => ({
  query: {
    buildingId: building?.[0],
    skill: skill?.[0],
    // The day before, so that the first day is whole in every zone.
    at: week && `${plusDays(week, -1)}T12:00:00Z`,
  },
})
