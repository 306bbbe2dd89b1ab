/** Search parameters of the week grid. */
import { plusDays } from '#desk-kit/lib/days.ts'
import { codes, day, ids, pageNumber } from '#desk-kit/lib/search.ts'

export interface ShiftSearch {
  /** at most one, since on-call is known for one building */
  readonly building?: string[] | undefined
  readonly skill?: string[] | undefined
  /** its first day; left out: the current week */
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

/** Query of the operators. */
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

/** Query of the on-call turns: now, or in another week. */
export const callOf = ({ building, skill, week }: ShiftSearch) => ({
  query: {
    buildingId: building?.[0],
    skill: skill?.[0],
    // Starts a day early, so that the first day is complete in every time zone.
    at: week && `${plusDays(week, -1)}T12:00:00Z`,
  },
})
