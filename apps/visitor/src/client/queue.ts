/** VIS-4: the list of queued entries with time, attempts, "Send now" and "Delete". */
import { attempt, flush, type Sent } from './outbox.ts'
import { button, byId, linkTo, make, note, say, trackingPage, when } from './page.ts'
import { all, drop, type Entry, memoryEntries, put } from './store.ts'

const row = (entry: Entry): HTMLLIElement => {
  const line = make('small', say('queueLine', { time: when(entry.at), n: entry.tries }))
  const about = make('div', '', make('strong', entry.place), line)
  if (entry.refused) about.append(make('p', say('queueRefused')))
  const actions = make(
    'div',
    '',
    button(say('queueDelete'), () => drop(entry.id).then(showSaved)),
  )
  if (!entry.refused)
    actions.prepend(
      button(say('queueNow'), () => sendNow(entry)),
      ' ',
    )
  return make('li', '', about, actions)
}

const sendNow = async (entry: Entry): Promise<void> => {
  const outcome = await attempt(entry)
  if (outcome.state === 'sent') arrived(entry, outcome)
  await showSaved()
}

/** Shows reference and link, as for a report that was sent at once. */
const arrived = (entry: Entry, { reference, trackingToken }: Sent): void => {
  const list = byId('late') ?? make('ul')
  if (!list.id) {
    list.id = 'late'
    note('queueSent')
    byId('notes')?.firstElementChild?.append(list)
  }
  if (entry.follow || !trackingToken) return
  const link = linkTo(trackingPage(trackingToken), say('follow'))
  const code = make('code', reference)
  code.dir = 'ltr'
  list.append(make('li', `${entry.place} · ${say('reference')}: `, code, new Text(' '), link))
}

let shown = ''

/** Renders the list if it changed; entries that were only just added are left out. */
export const show = async (): Promise<void> => {
  const place = byId('queue')
  if (!place) return
  const waiting = (await all()).filter((entry) => !entry.draft && (entry.tries > 0 || entry.refused))
  const drawn = JSON.stringify(waiting.map(({ id, tries, refused }) => [id, tries, refused]))
  if (drawn === shown) return
  shown = drawn
  place.hidden = waiting.length === 0
  const list = make('ul', '', ...waiting.map(row))
  list.className = 'rows'
  const title = make('h2', say(waiting.some(({ id }) => memoryEntries.has(id)) ? 'queueOpen' : 'queueTitle'))
  title.tabIndex = -1
  place.replaceChildren(title, make('p', say('SyncManager' in window ? 'queueText' : 'queueHere')), list)
}

/** Renders and announces the list; when it becomes empty, the focus moves from it to the heading. */
export const showSaved = async (): Promise<void> => {
  await show()
  const list = byId('queue')
  const title = list?.hidden ? document.querySelector('h1') : list?.querySelector('h2')
  title?.focus()
}

/** Sends due entries now and every two seconds while the page is open. */
export const keepSending = (): void => {
  const sendDue = async () => {
    await flush(arrived)
    await show()
  }
  const retryNow = async () => {
    for (const entry of await all()) {
      if (!entry.refused && !entry.draft) await put({ ...entry, next: Date.now() + Math.random() * 2000 })
    }
  }
  addEventListener('online', retryNow)
  addEventListener('visibilitychange', () => document.hidden || sendDue())
  setInterval(sendDue, 2000)
  sendDue()
}
