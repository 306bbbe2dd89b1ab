/** Sends what is stored: now, when the network is back, when the page is opened again. */
import { referenceOf } from '#contracts/reference.ts'
import { newId } from './page.ts'
import { fetchWithTimeout, json, upload } from './photos.ts'
import { all, drop, type Entry, put } from './store.ts'

export interface Sent {
  readonly state: 'sent'
  readonly trackingToken: string
  readonly reference: string
  /** a photo or a message still follows by itself */
  readonly rest: boolean
  /** how many have arrived or follow; the others are not taken here */
  readonly photos: number
}

export type Outcome = Sent | { readonly state: 'later' } | { readonly state: 'refused' }

/** Of an addition there is neither. */
interface Receipt {
  readonly id?: string
  readonly trackingToken?: string
}

/** Milliseconds in which an unfinished form is restored; afterwards its rating is sent. */
export const draftLifetime = 600_000

/** Milliseconds in which only the page that is sending an entry may send it. */
export const sendLease = 30_000

/** Milliseconds for a photo: the report does not wait longer for it; on its own it has as long as the service listens. */
const uploadTimeoutWithReport = 8000
const uploadTimeoutAlone = 600_000

/** So long an addition is tried; the report itself has arrived. The wish to erase it is tried until it is answered. */
const additionLifetime = 86_400_000

const jitter = () => Math.random() * 3000

/** When to try again: as the server asks, else after 2, 4, 8 … s, at most 5 minutes. */
const nextTry = (entry: Entry, response: Response | undefined): number => {
  const asked = Number(response?.headers.get('retry-after'))
  return Date.now() + jitter() + (asked > 0 ? asked * 1000 : Math.min(2 ** entry.tries * 2000, 300_000))
}

const scheduleRetry = async (
  entry: Entry,
  response?: Response,
  tries = entry.tries + 1,
): Promise<Outcome> => {
  await put({ ...entry, tries, next: nextTry(entry, response) })
  return { state: 'later' }
}

/** Not a refusal: too much at once, a fault of the service, or the address for a photo has run out. */
const isRetryable = ({ status }: Response): boolean => /^(401|40[89]|42[59]|5)/.test(`${status}`)

/** What is said through the tracking link of a report that has arrived. */
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

/** What could not go with the report follows it, each as an entry of its own. */
const queueRest = async (entry: Entry, token: string, photos: readonly Blob[]): Promise<boolean> => {
  const { message } = entry
  if (message) await put(addition(token, entry, { message }))
  for (const photo of photos) await put(addition(token, entry, {}, [photo]))
  return !!message || photos.length > 0
}

const post = (entry: Entry): Promise<Response> =>
  fetchWithTimeout(12_000, entry.url, json(entry.body, entry.follow ? { 'idempotency-key': entry.id } : {}))

/** One try. The entry is stored before and stays stored until the server has answered for it. */
export const attempt = async (entry: Entry): Promise<Outcome> => {
  const { photos, body } = entry
  if (entry.follow && !body.erase && Date.now() - entry.at > additionLifetime) return await refuse(entry)
  // Without a network it was no try.
  if (!navigator.onLine) return await scheduleRetry(entry, undefined, entry.tries || 1)
  // A rating that has left already takes no photos any more.
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
    // Deleted from the list meanwhile, or sent by another page.
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
  // So that another try says the same: else a photo whose answer was lost would come twice.
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
    await drop(entry.id)
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

/** Kept for the visitor to see; an addition that cannot go is given up, the report itself has arrived. */
const refuse = async (entry: Entry): Promise<Outcome> => {
  if (entry.follow) await drop(entry.id)
  else await put({ ...entry, refused: true, tries: entry.tries + 1 })
  return { state: 'refused' }
}

const running = new Set<boolean>()

/** @param slow photos on their own: each may take minutes, and nothing else waits for them */
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
        // After minutes what was read of the others is old.
        if (slow || outcome.state === 'later') break
      }
    }
  } finally {
    running.delete(slow)
  }
}

/** Tries everything that is due; `arrived` is called when one was taken. */
export const flush = async (arrived: (entry: Entry, outcome: Sent) => void): Promise<void> => {
  await Promise.all([sendDue(false, arrived), sendDue(true, arrived)])
}

/** One tap on a face counts, also when the form was never finished. */
const sendExpiredDraft = async (draft: Entry): Promise<void> => {
  if (Date.now() - draft.at < draftLifetime) return
  const { rating, submissionId, qrCode, language, counted } = draft.body
  if (rating && !counted) {
    const body = { qrCode, rating, language, submissionId }
    await put({ ...draft, id: String(submissionId), body, photos: [], draft: false })
  }
  await drop(draft.id)
}
