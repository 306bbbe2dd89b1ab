/** Calendar days (YYYY-MM-DD) and local times of a time zone. */

const inZone = (at: Date, timeZone: string, style: Intl.DateTimeFormatOptions): string => {
  try {
    return new Intl.DateTimeFormat('sv-SE', { ...style, timeZone }).format(at)
  } catch {
    // This device does not know the time zone.
    return new Intl.DateTimeFormat('sv-SE', { ...style, timeZone: 'UTC' }).format(at)
  }
}

/** Today in the time zone. */
export const todayIn = (timeZone: string): string => inZone(new Date(), timeZone, { dateStyle: 'short' })

/** `2026-11-22 09:05`, sorts chronologically. */
export const localTimeIn = (iso: string, timeZone: string): string =>
  inZone(new Date(iso), timeZone, { dateStyle: 'short', timeStyle: 'short' })

/** @param days may be negative */
export const plusDays = (dateOnly: string, days: number): string => {
  const noon = new Date(`${dateOnly}T12:00:00Z`)
  noon.setUTCDate(noon.getUTCDate() + days)
  return noon.toISOString().slice(0, 10)
}

/** Monday is 1. */
export const weekdayOf = (dateOnly: string): number => new Date(`${dateOnly}T12:00:00Z`).getUTCDay() || 7

/** The first day of the week that contains it. @param firstDay 1 is Monday */
export const weekOf = (dateOnly: string, firstDay: number): string =>
  plusDays(dateOnly, -((weekdayOf(dateOnly) - firstDay + 7) % 7))

const dayMs = 86_400_000

/**
 * The instant of a local time: the first of two when clocks go back, the shifted time when it is skipped. @param
 * time HH:MM
 */
export const instantOf = (dateOnly: string, time: string, timeZone: string): string => {
  const wall = Date.parse(`${dateOnly}T${time}:00Z`)
  const offsetAt = (instant: number): number =>
    Date.parse(`${localTimeIn(new Date(instant).toISOString(), timeZone).replace(' ', 'T')}Z`) - instant
  const [before, after] = [offsetAt(wall - dayMs), offsetAt(wall + dayMs)]
  const [early, late] = [wall - before, wall - after]
  const isLate = offsetAt(early) !== before && offsetAt(late) === after
  return new Date(isLate ? late : early).toISOString()
}

/** The first instant of a day in the time zone. */
export const startOfDay = (dateOnly: string, timeZone: string): string =>
  instantOf(dateOnly, '00:00', timeZone)
