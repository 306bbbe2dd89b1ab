/** The technician app. */
import '../look/base.css'
import './work.css'
import './task.css'
import './reach.css'
import './own.css'
import { render } from 'preact'
import { offerReload } from '../parts/load.ts'
import { chosenTheme, showTheme } from '../parts/theme.ts'
import { App } from './app.tsx'
import { openOffice } from './office.ts'
import { createSpeaker, followRecord } from './speaker.ts'
import { startWorker } from './worker-link.ts'

const start = async (): Promise<void> => {
  showTheme(chosenTheme() ?? 'SYSTEM')
  const root = document.getElementById('root')
  if (!root) return
  const [office, speaker] = await Promise.all([openOffice(), createSpeaker()])
  if (!office.persons.current()) {
    location.replace(`/app/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`)
    return
  }
  await Promise.all([office.tasks.recall(), office.rooms.recall(), office.outbox.load()])
  render(<App office={office} speaker={speaker} />, root)
  followRecord(speaker, office.account, office.persons.current)

  // What is on the screen goes first.
  office.tasks.list.subscribe(() => void setTimeout(() => office.rooms.learn(office.tasks.list.get()), 2000))

  const look = (): void => {
    office.tasks.refresh()
    office.tasks.reopen()
    office.outbox.flush()
  }
  let wasSignedIn = office.signedIn.get()
  office.sessions.subscribe((session) => {
    // Signed out in another tab: nothing of it stays on the screen.
    if (!office.persons.current()) {
      office.drafts.set(0)
      location.replace('/app/sign-in')
    } else if (session && !wasSignedIn) look()
    wasSignedIn = session !== undefined
  })
  addEventListener('beforeunload', (event) => {
    if (!office.unsaved.get() && !office.drafts.get()) return
    event.preventDefault()
    // Browsers before 2024 ask by this alone.
    event.returnValue = true
  })
  office.tasks.refresh()
  // Nothing can be undone from before: what was held then goes now.
  office.outbox.flush(true)
  // What was just done goes before the phone does.
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) office.outbox.flush(true)
    else look()
  })
  addEventListener('online', () => {
    office.tasks.refresh(office.tasks.listTrouble.get()?.kind === 'OFFLINE')
    office.outbox.flush()
  })
  setInterval(() => {
    if (!document.hidden) office.tasks.refresh()
  }, 60_000)
  startWorker(speaker.voice.get().language)
}

start().catch(offerReload)
