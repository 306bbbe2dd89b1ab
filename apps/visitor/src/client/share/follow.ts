/**
 * Keeps a shared page up to date: an event of the stream makes it read the page again. Without events it reads
 * the page from time to time, so a connection that broke unnoticed costs minutes only.
 */
import { withLatinDigits } from '#i18n/grammar.ts'

/** Milliseconds between reads, because changes come in bursts. */
const minInterval = 4000
const maxInterval = 120_000

/** Age of the shown data in whole minutes or hours. */
const ageOf = (at: string | undefined): string => {
  const minutes = Math.round((Date.now() - Date.parse(at ?? '')) / 60_000)
  if (!(minutes >= 1)) return ''
  const words = new Intl.RelativeTimeFormat(withLatinDigits(document.documentElement.lang))
  return minutes < 90 ? words.format(-minutes, 'minute') : words.format(-Math.round(minutes / 60), 'hour')
}

const main = (page: Document): Element | null => page.getElementById('main')

/** @param onNews called after the page was updated */
export const follow = (address: string, onNews: () => void): void => {
  const { body, documentElement: root } = document
  const badge = document.getElementById('offline')
  let last = Date.now()
  let isAsked = false
  let isOff = false

  const tell = (): void => {
    if (!badge) return
    const { offline = '', at } = body.dataset
    const age = ageOf(at)
    const text = isOff ? `${offline}${age && ` (${age})`}` : ''
    if (badge.textContent !== text) badge.textContent = text
    badge.hidden = !isOff
  }
  const tellOffline = (is: boolean): void => {
    isOff = is
    tell()
  }

  const read = async (): Promise<void> => {
    isAsked = false
    last = Date.now()
    try {
      const { pass } = body.dataset
      const answer = await fetch(location.href, pass ? { headers: { 'share-view': pass } } : {})
      if (answer.status === 429 || answer.status >= 500) {
        tellOffline(true)
        return
      }
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
      // The link has ended or is locked, or the service has a new version: reload the page.
      if (
        !answer.ok ||
        page.documentElement.dataset.build !== root.dataset.build ||
        !page.body.dataset.follow
      ) {
        location.reload()
        return
      }
      tellOffline(false)
      Object.assign(body.dataset, page.body.dataset)
      const [now, fresh] = [main(document), main(page)]
      if (!now || !fresh) return
      const opened = [...now.querySelectorAll('details')].map(({ open }) => open)
      now.replaceChildren(...fresh.childNodes)
      for (const [index, details] of now.querySelectorAll('details').entries())
        details.open = opened[index] ?? false
      onNews()
    } catch {
      tellOffline(true)
    }
  }

  const scheduleRead = (): void => {
    if (isAsked) return
    isAsked = true
    setTimeout(read, Math.max(0, minInterval - (Date.now() - last)))
  }

  let stream: EventSource
  const listen = (): void => {
    stream = new EventSource(address)
    // A broken connection may mean that the link has ended; reading the page tells.
    for (const name of ['changed', 'error']) stream.addEventListener(name, scheduleRead)
  }
  listen()
  setInterval(() => {
    tell()
    if (Date.now() - last < maxInterval) return
    if (stream.readyState === EventSource.CLOSED) listen()
    scheduleRead()
  }, 5000)
  addEventListener('online', scheduleRead)
  addEventListener('offline', () => tellOffline(true))
}
