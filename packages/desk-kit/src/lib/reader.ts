/** The reader's time zone and week start: the user's, else the organisation's, never the device's. */
import { useViewer, type Viewer } from './me.ts'

export type Reader = Pick<Viewer, 'timeZone' | 'firstDay'>

const place = 'wellkept.desk-days'
let remembered: Reader | undefined

export const useReader = (): Reader => useViewer()

/** For queries that are prefetched before the current user has loaded. */
export const rememberReader = ({ timeZone, firstDay }: Viewer): void => {
  remembered = { timeZone, firstDay }
  try {
    localStorage.setItem(place, JSON.stringify(remembered))
  } catch {
    // Without storage the device's time zone is used until the user has loaded.
  }
}

export const readerNow = (): Reader => {
  if (remembered) return remembered
  const device = { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, firstDay: 1 }
  try {
    return { ...device, ...(JSON.parse(localStorage.getItem(place) ?? '{}') as Partial<Reader>) }
  } catch {
    return device
  }
}
