/** What the list keeps while another screen is open: its filters, and whether what nobody has is unfolded. */

/** undefined until it was opened or closed here */
export const fold: { isOpen: boolean | undefined } = { isOpen: undefined }

/** The address of the list with the filters that were last chosen, for the way back from a task. */
let last = '/app/work'

export const listAddress = (): string => last

export const keepFilters = (search: string): void => {
  last = `/app/work${search}`
}
