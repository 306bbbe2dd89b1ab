/** A list of a scope or a coverage: left out it matches all, empty it matches nothing. */

type List = readonly string[] | undefined

export const listHolds = (list: List, ...values: readonly (string | null)[]): boolean =>
  list === undefined || values.some((value) => value !== null && list.includes(value))

/** Whether one of them is empty, so that together they match nothing. */
export const holdNothing = (...lists: readonly List[]): boolean => lists.some((list) => list?.length === 0)
