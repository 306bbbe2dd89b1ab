/** The address of the list with the filters that were last chosen, for the way back from a task. */
let last = '/app/work'

export const listAddress = (): string => last

export const keepFilters = (search: string): void => {
  last = `/app/work${search}`
}
