/** Whose days and weeks are counted: by the reader's zone, else the organisation's, never by the device's. */
import { getMe, type Me } from '#contracts/auth.ts'
import { keyOf, queryClient } from './api.ts'
import { useMe } from './me.ts'

export interface Reader {
  readonly timeZone: string
  /** of a week; 1 is Monday */
  readonly firstDay: number
}

const firstDays = { MONDAY: 1, SATURDAY: 6, SUNDAY: 7 } as const
const place = 'wellkept.desk-days'

export const readerOf = ({ user, tenant }: Me): Reader => ({
  timeZone: user?.timeZone ?? tenant.timeZone,
  firstDay: firstDays[tenant.weekStart] ?? 1,
})

export const useReader = (): Reader => readerOf(useMe())

/** For what is requested before the current user has loaded. */
export const rememberReader = (me: Me): void => {
  try {
    localStorage.setItem(place, JSON.stringify(readerOf(me)))
  } catch {
    // Storage is switched off: the device serves until the record has come.
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
