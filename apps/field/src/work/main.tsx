/** The technician app. */
import '../look/base.css'
import './work.css'
import { render } from 'preact'
import { App } from './app.tsx'
import { openOffice } from './office.ts'
import { startWorker } from './worker-link.ts'

const start = async (): Promise<void> => {
  const root = document.getElementById('root')
  if (!root) return
  const office = await openOffice()
  if (!office.persons.current()) {
    location.replace(`/app/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`)
    return
  }
  await Promise.all([office.tasks.recall(), office.outbox.load()])
  render(<App office={office} />, root)

  const look = (): void => {
    office.tasks.refresh()
    office.outbox.flush()
  }
  look()
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
  startWorker()
}

start()
