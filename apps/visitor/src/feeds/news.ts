/** STA-4: incidents of a place as an Atom feed (RFC 4287), newest first. */
import { sayPlace } from '#contracts/kit/place.ts'
import type { Incident } from '#contracts/status.ts'
import type { StatusFeedModel } from '../models.ts'
import { type View, viewOf } from '../parts/view.ts'
import { incidentWords } from './incident-words.ts'

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Escapes XML and removes two characters that XML does not allow. */
const xml = (text: string): string => text.replace(/[&<>"\ufffe\uffff]/g, (sign) => escapes[sign] ?? '')

const entryOf = (incident: Incident, link: string, view: View): string => {
  const { id, startedAt, endedAt, note, updatedAt } = incident
  const incidents = [
    view.t('since', { time: view.clock(startedAt) }),
    ...(endedAt === null ? [] : [`${view.t('resolved')}: ${view.clock(endedAt)}`]),
    ...(note === null ? [] : [note]),
  ]
  return `<entry><id>urn:uuid:${id}</id><title>${xml(incidentWords(incident, view))}</title><link href="${xml(link)}"/><published>${startedAt}</published><updated>${updatedAt}</updated><content>${xml(incidents.join('\n'))}</content></entry>`
}

export const renderStatusFeed = (model: StatusFeedModel): string => {
  const { status, history, origin } = model
  const view = viewOf(model, status.building.timeZone)
  const link = `${origin}/status/${encodeURIComponent(status.qrCode)}`
  const updated = [status.updatedAt, ...history.incidents.map(({ updatedAt }) => updatedAt)].sort().at(-1)
  const entries = history.incidents.map((incident) => entryOf(incident, link, view))
  const title = sayPlace(status.amenity.name, status.location, status.building.name)
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${model.language}"><id>${xml(link)}</id><title>${xml(title)}</title><author><name>${xml(status.branding.name)}</name></author><link href="${xml(link)}"/><link rel="self" href="${xml(`${link}/feed.xml`)}"/><updated>${updated}</updated>${entries.join('')}</feed>
`
}
