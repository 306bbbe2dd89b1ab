/** Sends stored entries: at once, when back online, and when a page is opened again. */
import { referenceOf } from '#contracts/reference.ts'
import { newId } from './new-id.ts'
import { fetchWithTimeout, json, upload } from './photos.ts'
import { all, drop, type Entry, put } from './store.ts'

export interface Sent {
  readonly state: 'sent'
  readonly trackingToken: string
  readonly reference: string
  /** a photo or message is still queued */
  readonly rest: boolean
  /** number of photos that were accepted or are queued; the others were rejected */
  readonly photos: number
}

export type Outcome = Sent | { readonly state: 'later' } | { readonly state: 'refused' }

/** Absent for additions. */
interface Receipt {
  readonly id?: string
  readonly trackingToken?: string
}

/** Milliseconds in which an unfinished form is restored; afterwards its rating is sent. */
export const draftLifetime = 600_000

/** How long the link to a sent report stays on this phone, in milliseconds. */
const linkLifetime = 90 * 86_400_000

/** Milliseconds in which only the page that is sending an entry may send it. */
export const sendLease = 30_000

/** Timeouts of a photo in milliseconds: with a report, and alone (as long as the service accepts). */
const uploadTimeoutWithReport = 8000
const uploadTimeoutAlone = 600_000

/** How long an addition is retried, in milliseconds; a deletion is retried until there is a response. */
const additionLifetime = 86_400_000

const jitter = () => Math.random() * 3000

/** Time of the next attempt: Retry-After, else after 2, 4, 8 … s, at most 5 minutes. */
const nextTry = (entry: Entry, response: Response | undefined): number => {
  const asked = Number(response?.headers.get('retry-after'))
  return Date.now() + jitter() + (asked > 0 ? asked * 1000 : Math.min(2 ** entry.tries * 2000, 300_000))
}

/** Where the browser has Background Sync, the service worker sends even if no page is open. */
const askToSync = async (): Promise<void> => {
  try {
    const worker = await navigator.serviceWorker.getRegistration('/q/')
    await (worker as unknown as { sync: { register(tag: string): Promise<void> } }).sync.register('reports')
  } catch {}
}

const scheduleRetry = async (
  entry: Entry,
  response?: Response,
  tries = entry.tries + 1,
): Promise<Outcome> => {
  await put({ ...entry, tries, next: nextTry(entry, response) })
  askToSync()
  return { state: 'later' }
}

/** Temporary failures: rate limits, server errors, or an expired upload URL. */
const isRetryable = ({ status }: Response): boolean => /^(401|40[89]|42[59]|5)/.test(`${status}`)

/** An entry for the tracking endpoint of a report that was received. */
export const addition = (
  token: string,
  { code, place }: Pick<Entry, 'code' | 'place'>,
  body: Entry['body'],
  photos: readonly Blob[] = [],
): Entry => ({
  id: newId(),
  url: `/api/feedback/track/${token}`,
  code,
  place,
  body,
  photos,
  follow: true,
  at: Date.now(),
  tries: 0,
  next: 0,
})

/** Queues what could not be sent with the report, each as its own entry. */
const queueRest = async (entry: Entry, token: string, photos: readonly Blob[]): Promise<boolean> => {
  const { message } = entry
  if (message) await put(addition(token, entry, { message }))
  for (const photo of photos) await put(addition(token, entry, {}, [photo]))
  return !!message || photos.length > 0
}

const post = (entry: Entry): Promise<Response> =>
  fetchWithTimeout(12_000, entry.url, json(entry.body, entry.follow ? { 'idempotency-key': entry.id } : {}))

/** One attempt. The entry is stored before it and deleted after the response. */
export const attempt = async (entry: Entry): Promise<Outcome> => {
  const { photos, body } = entry
  if (entry.follow && !body.erase && Date.now() - entry.at > additionLifetime) return await refuse(entry)
  // Offline does not count as an attempt.
  if (!navigator.onLine) return await scheduleRetry(entry, undefined, entry.tries || 1)
  // Photos can no longer be attached to a rating that was already sent.
  const now = entry.message === undefined || entry.follow ? photos : []
  const tried = await Promise.all(
    now.map((photo) =>
      upload(entry.code, photo, entry.follow ? uploadTimeoutAlone : uploadTimeoutWithReport).catch(
        () => undefined,
      ),
    ),
  )
  if (entry.follow && photos.length > 0) {
    const [photo] = tried
    // The entry was deleted meanwhile or sent by another page.
    if (!(await all()).some(({ id }) => id === entry.id)) return { state: 'refused' }
    if (typeof photo !== 'string')
      return await (!photo || isRetryable(photo) ? scheduleRetry(entry, photo) : refuse(entry))
  }
  const keys = tried.filter((photo) => typeof photo === 'string')
  const left = photos.filter((_, index) => {
    const photo = tried[index]
    return !photo || (typeof photo !== 'string' && isRetryable(photo))
  })
  const imageKeys = [...(body.imageKeys ?? []), ...keys]
  const sent: Entry = {
    ...entry,
    photos: left,
    body: { ...body, imageKeys: imageKeys.length > 0 ? imageKeys : undefined },
    next: Date.now() + sendLease,
  }
  // Store the keys, so that a retry sends the same: otherwise a photo whose response was lost would be sent
  // twice.
  if (keys.length > 0) put(sent)
  try {
    let rest: readonly Blob[] = left
    let response = await post(sent)
    if (response.status === 400 && imageKeys.length > 0 && !entry.follow) {
      response = await post({ ...sent, body: { ...body, imageKeys: undefined } })
      rest = photos
    }
    if (!response.ok) return await (isRetryable(response) ? scheduleRetry(sent, response) : refuse(entry))
    const { id = '', trackingToken: token = '' } = (await response.json()).data as Receipt
    const more = token !== '' && (await queueRest(entry, token, rest))
    if (token) await put({ ...entry, token, draft: true, body: {}, photos: [], at: Date.now() })
    else await drop(entry.id)
    return {
      state: 'sent',
      trackingToken: token,
      reference: referenceOf(id),
      rest: more,
      photos: imageKeys.length + left.length,
    }
  } catch {
    return await scheduleRetry(sent)
  }
}

/**
 * Keeps a rejected report for the visitor to see; a rejected addition is dropped, because the report itself was
 * received.
 */
const refuse = async (entry: Entry): Promise<Outcome> => {
  if (entry.follow) await drop(entry.id)
  else await put({ ...entry, refused: true, tries: entry.tries + 1 })
  return { state: 'refused' }
}

const running = new Set<boolean>()

/** @param slow only photos sent alone, which may take minutes and must not delay others */
const sendDue = async (slow: boolean, arrived: (entry: Entry, outcome: Sent) => void): Promise<void> => {
  if (running.has(slow)) return
  running.add(slow)
  try {
    for (const entry of await all()) {
      if ((!!entry.follow && entry.photos.length > 0) !== slow) continue
      if (entry.draft) {
        await sendExpiredDraft(entry)
      } else if (!entry.refused && entry.next <= Date.now()) {
        const outcome = await attempt(entry)
        if (outcome.state === 'sent' && entry.tries > 0) arrived(entry, outcome)
        // After minutes the list that was read before may be outdated.
        if (slow || outcome.state === 'later') break
      }
    }
  } finally {
    running.delete(slow)
  }
}

/** Sends all due entries; `arrived` is called for each accepted one. */
export const flush = async (arrived: (entry: Entry, outcome: Sent) => void): Promise<void> => {
  await Promise.all([sendDue(false, arrived), sendDue(true, arrived)])
}

/** Sends the rating of a form that was never finished, and forgets the link of an old report. */
const sendExpiredDraft = async (draft: Entry): Promise<void> => {
  if (Date.now() - draft.at < (draft.token ? linkLifetime : draftLifetime)) return
  const { rating, submissionId, qrCode, language, counted } = draft.body
  if (rating && !counted) {
    const body = { qrCode, rating, language, submissionId }
    await put({ ...draft, id: String(submissionId), body, photos: [], draft: false })
  }
  await drop(draft.id)
}
