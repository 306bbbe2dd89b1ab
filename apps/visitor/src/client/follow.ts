/**
 * The script of the tracking page alone: an open one follows by itself, calmly, and only while somebody looks at it. It
 * also says in words of the service what each button says, so that additions.ts can keep it without reception.
 */
import { byId } from './page.ts'

const interval = 30_000
/** Whoever comes back to the page wants to know now; the public limit is 300 a minute for a whole building. */
const minInterval = 3000

/** What a reader would notice; addresses of pictures are signed anew each time. */
const fingerprint = (story: Element): string => `${story.textContent}${story.querySelectorAll('img').length}`

const startPolling = (story: HTMLElement): void => {
  let last = Date.now()
  /** nothing before this time: the service asked for a pause */
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
      // A page without a story says that the report was deleted.
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
