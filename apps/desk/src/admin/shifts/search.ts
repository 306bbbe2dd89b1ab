/** What the address of the week grid says. */
import { mondayOf } from '../../lib/days.ts'
import { codes, day, ids, pageNumber } from '../../lib/search.ts'

export interface ShiftSearch {
  /** at most one: on call is told for a place */
  readonly building?: string[] | undefined
  readonly skill?: string[] | undefined
  /** its Monday; left out: the week that is on */
  readonly week?: string | undefined
  readonly page?: number | undefined
}

export const readShifts = (search: Record<string, unknown>): ShiftSearch => {
  const week = day(search.week)
  return {
    building: ids(search.building)?.slice(0, 1),
    skill: codes(search.skill)?.slice(0, 1),
    week: week && mondayOf(week),
    page: pageNumber(search.page),
  }
}
