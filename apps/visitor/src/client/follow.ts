/**
 * Script of the tracking page: updates it automatically while it is visible. It also puts the value of each
 * button into `data-say`, so that additions.ts can queue it offline.
 */
import { byId } from './page.ts'

const interval = 30_000
/**
 * Minimum milliseconds between reads: returning visitors want current data, but the public limit is 300 a
 * minute for a whole building.
 */
const minInterval = 3000

/** Fingerprint of the visible content, without image URLs, whose signatures change each time. */
const fingerprint = (story: Element): string => `${story.textContent}${story.querySelectorAll('img').length}`

const startPolling = (story: HTMLElement): void => {
  let last = Date.now()
  /** no request before this time, from Retry-After */
  let pausedUntil = 0

  const poll = async () => {
    if (document.hidden || Date.now() < pausedUntil || Date.now() - last < minInterval) return
    last = Date.now()
    try {
      const answer = await fetch(location.pathname + location.search)
      if (!answer.ok) {
        pausedUntil =
          Date.now() + Math.max(Number(answer.headers.get('retry-after')) * 1000 || 0, 10 * interval)
        return
      }
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
      const fresh = page.getElementById('story')
      if (fresh && fingerprint(fresh) === fingerprint(story)) return
      // Without a story the page says that the report was deleted.
      const focused = !fresh || story.contains(document.activeElement)
      story.replaceChildren(
        ...(fresh ? fresh.childNodes : [...(page.getElementById('notes')?.childNodes ?? [])]),
      )
      const news = byId('news')
      if (news) news.textContent = story.firstElementChild?.textContent ?? ''
      if (focused) document.querySelector('h1')?.focus()
    } catch {}
  }

  addEventListener('visibilitychange', poll)
  addEventListener('focus', poll)
  setInterval(poll, interval)
}

const shown = byId('story')
if (shown) startPolling(shown)

addEventListener(
  'submit',
  ({ submitter: pressed }) => {
    if (!(pressed instanceof HTMLButtonElement)) return
    const { name, value, form } = pressed
    const said = name ? { [name]: value !== 'no' } : { email: new FormData(form ?? undefined).get('email') }
    pressed.dataset.say = JSON.stringify(said)
  },
  true,
)
