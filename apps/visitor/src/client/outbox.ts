/** Sends what is stored: now, when the network is back, when the page is opened again. */
import { referenceOf } from '#contracts/reference.ts'
import { newId } from './page.ts'
import { fetchWithin, json, upload } from './photos.ts'
import { all, drop, type Entry, put } from './store.ts'

export interface Sent {
  readonly state: 'sent'
  readonly trackingToken: string
  readonly reference: string
  /** a photo or a message still follows by itself */
  readonly rest: boolean
}

export type Outcome = Sent | { readonly state: 'later' } | { readonly state: 'refused' }

/** Of an addition there is neither. */
interface Receipt {
  readonly id?: string
  readonly trackingToken?: string
}

/** A form left half filled is given back for this long; after it, its rating is sent. */
export const draftAge = 600_000

/** So long an entry is left to the page that is sending it. */
export const grace = 30_000

const jitter = () => Math.random() * 3000

/** When to try again: as the server asks, else after 2, 4, 8 … s, at most 5 minutes. */
const nextTry = (entry: Entry, response: Response | undefined): number => {
  const asked = Number(response?.headers.get('retry-after'))
  return Date.now() + jitter() + (asked > 0 ? asked * 1000 : Math.min(2 ** entry.tries * 2000, 300_000))
}

const wait = async (entry: Entry, response?: Response): Promise<Outcome> => {
  await put({ ...entry, tries: entry.tries + 1, next: nextTry(entry, response) })
  return { state: 'later' }
}

/** What could not go with the report goes through its tracking link, as an entry of its own. */
const follow = async (entry: Entry, token: string, photos: readonly Blob[]): Promise<boolean> => {
  if (!entry.message && photos.length === 0) return false
  const body = entry.message ? { message: entry.message } : {}
  const url = `/api/feedback/track/${encodeURIComponent(token)}`
  await put({ ...entry, id: newId(), url, body, photos, message: '', follow: true, tries: 0, next: 0 })
  return true
}

const send = async (entry: Entry): Promise<{ response: Response; photos: number } | null> => {
  const imageKeys =
    entry.message === undefined || entry.follow ? await upload(entry.code, entry.photos, 8000) : []
  const post = (keys: readonly string[]) =>
    fetchWithin(
      12_000,
      entry.url,
      json(
        { ...entry.body, ...(keys.length > 0 ? { imageKeys: keys } : {}) },
        entry.follow ? { 'idempotency-key': entry.id } : {},
      ),
    )
  if (entry.follow && !entry.body.message && imageKeys.length === 0) return null
  const response = await post(imageKeys)
  if (response.status !== 400 || imageKeys.length === 0) return { response, photos: imageKeys.length }
  return { response: await post([]), photos: 0 }
}

/** One try. The entry is stored before and stays stored until the server has answered for it. */
export const attempt = async (entry: Entry): Promise<Outcome> => {
  if (!navigator.onLine) return await wait(entry)
  try {
    const sent = await send(entry)
    if (!sent) return entry.tries < 3 ? await wait(entry) : await refuse(entry)
    const { response, photos } = sent
    const { status } = response
    if (response.ok) {
      const { id = '', trackingToken: token } = (await response.json()).data as Receipt
      const rest = !!token && (await follow(entry, token, photos > 0 ? [] : entry.photos))
      await drop(entry.id)
      return { state: 'sent', trackingToken: token ?? '', reference: referenceOf(id), rest }
    }
    if ([408, 409, 425, 429].includes(status) || status >= 500) return await wait(entry, response)
    return await refuse(entry)
  } catch {
    return await wait(entry)
  }
}

/** Kept for the visitor to see; an addition that cannot go is given up, the report itself has arrived. */
const refuse = async (entry: Entry): Promise<Outcome> => {
  if (entry.follow) await drop(entry.id)
  else await put({ ...entry, refused: true, tries: entry.tries + 1 })
  return { state: 'refused' }
}

let running = false

/** Tries everything that is due; `arrived` is called when one was taken. */
export const flush = async (arrived: (entry: Entry, outcome: Sent) => void): Promise<void> => {
  if (running) return
  running = true
  try {
    for (const entry of await all()) {
      if (entry.draft) {
        await ripen(entry)
      } else if (!entry.refused && entry.next <= Date.now()) {
        const outcome = await attempt(entry)
        if (outcome.state === 'sent' && entry.tries > 0) arrived(entry, outcome)
        if (outcome.state === 'later') break
      }
    }
  } finally {
    running = false
  }
}

/** One tap on a face counts, also when the form was never finished. */
const ripen = async (draft: Entry): Promise<void> => {
  if (Date.now() - draft.at < draftAge) return
  const { rating, submissionId, qrCode, language, counted } = draft.body
  if (rating && !counted) {
    const body = { qrCode, rating, language, submissionId }
    await put({ ...draft, id: String(submissionId), body, photos: [], draft: false })
  }
  await drop(draft.id)
}
