/** STA-4: closures of a place as an iCalendar feed (RFC 5545). */
import { commas } from '#contracts/kit/comma.ts'
import { sayPlace } from '#contracts/kit/place.ts'
import type { Closure } from '#contracts/status.ts'
import type { StatusFeedModel } from '../models.ts'
import { stateWord } from '../parts/state.tsx'
import { type View, viewOf } from '../parts/view.ts'

const hour = 3_600_000

/** `20261122T170000Z` */
const stamp = (at: string): string => at.replace(/\.\d+Z$/, 'Z').replaceAll(/[-:]/g, '')
const textOf = (text: string): string =>
  text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r?\n/g, String.raw`\n`)

/** Folds lines at 75 bytes (RFC 5545, 3.1). */
const fold = (line: string): string => {
  const parts: string[] = []
  let part = ''
  let bytes = 0
  for (const sign of line) {
    const size = new TextEncoder().encode(sign).length
    if (bytes + size > 74) {
      parts.push(part)
      part = ''
      bytes = 0
    }
    part += sign
    bytes += size
  }
  return [...parts, part].join('\r\n ')
}

/** If the end is unknown, the closure lasts until the end of the current hour; subscribers read the feed again. */
const endOf = ({ startedAt, endedAt, expectedEnd }: Closure, now: string): string => {
  if (endedAt !== null) return endedAt
  const running = new Date((Math.floor(Date.parse(now) / hour) + 1) * hour).toISOString()
  return expectedEnd !== null && expectedEnd > startedAt && expectedEnd > now ? expectedEnd : running
}

const eventOf = (closure: Closure, model: StatusFeedModel, view: View): string[] => {
  const { status, origin } = model
  const said = `${closure.itemName}: ${stateWord(closure.state, view)}`
  return [
    'BEGIN:VEVENT',
    `UID:${closure.id}`,
    `DTSTAMP:${stamp(closure.updatedAt)}`,
    `LAST-MODIFIED:${stamp(closure.updatedAt)}`,
    `DTSTART:${stamp(closure.startedAt)}`,
    `DTEND:${stamp(endOf(closure, model.now))}`,
    `SUMMARY:${textOf([sayPlace(status.amenity.name, status.location), said].join(commas[view.language]))}`,
    `LOCATION:${textOf([status.building.name, ...(status.location === null ? [] : [status.location])].join(commas[view.language]))}`,
    ...(closure.note === null ? [] : [`DESCRIPTION:${textOf(closure.note)}`]),
    `URL:${origin}/status/${encodeURIComponent(status.qrCode)}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

export const renderClosures = (model: StatusFeedModel): string => {
  const { status, history } = model
  const view = viewOf(model, status.building.timeZone)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Wellkept//Status//EN',
    `X-WR-CALNAME:${textOf(sayPlace(status.amenity.name, status.location, status.building.name))}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    ...history.closures.flatMap((closure) => eventOf(closure, model, view)),
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}
