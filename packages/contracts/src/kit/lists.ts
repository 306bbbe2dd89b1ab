/** What a list of a scope or of a coverage holds: left out it holds all, empty it holds nothing. */

type List = readonly string[] | undefined

export const listHolds = (list: List, ...values: readonly (string | null)[]): boolean =>
  list === undefined || values.some((value) => value !== null && list.includes(value))

/** Whether one of them is empty, so that all of them together hold nothing. */
export const holdNothing = (...lists: readonly List[]): boolean => lists.some((list) => list?.length === 0)
