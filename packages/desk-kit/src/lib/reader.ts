/** The reader's time zone and week start: the user's, else the organisation's, never the device's. */
import { getMe, type Me } from '#contracts/auth.ts'
import { keyOf, queryClient } from './api.ts'
import { useMe } from './me.ts'

export interface Reader {
  readonly timeZone: string
  /** 1 is Monday */
  readonly firstDay: number
}

const firstDays = { MONDAY: 1, SATURDAY: 6, SUNDAY: 7 } as const
const place = 'wellkept.desk-days'

export const readerOf = ({ user, tenant }: Me): Reader => ({
  timeZone: user?.timeZone ?? tenant.timeZone,
  firstDay: firstDays[tenant.weekStart] ?? 1,
})

export const useReader = (): Reader => readerOf(useMe())

/** For queries that are prefetched before the current user has loaded. */
export const rememberReader = (me: Me): void => {
  try {
    localStorage.setItem(place, JSON.stringify(readerOf(me)))
  } catch {
    // Without storage the device's time zone is used until the user has loaded.
  }
}

export const readerNow = (): Reader => {
  const me = queryClient.getQueryData<Me>(keyOf(getMe, {}))
  if (me) return readerOf(me)
  const device = { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, firstDay: 1 }
  try {
    return { ...device, ...(JSON.parse(localStorage.getItem(place) ?? '{}') as Partial<Reader>) }
  } catch {
    return device
  }
}
