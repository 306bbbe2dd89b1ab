/** Entry point of the technician app. */
import '#field-kit/base.css'
import '#field-kit/frame.css'
import './work.css'
import './task.css'
import './own.css'
import { render } from 'preact'
import { offerReload } from '#field-kit/load.ts'
import { applyRecordLanguage, createLocaleStore } from '#field-kit/locale-store.ts'
import { chosenTheme, showTheme } from '#field-kit/theme.ts'
import { unsentForms } from '#field-kit/unsent-forms.ts'
import { technician } from '#pwa/phone-apps.ts'
import { startWorker } from '#pwa/worker-link.ts'
import { App } from './app.tsx'
import { openAppServices } from './app-services.ts'
import { loadLocale } from './words.ts'

const start = async (): Promise<void> => {
  showTheme(chosenTheme() ?? 'SYSTEM')
  const root = document.getElementById('root')
  if (!root) return
  const [services, localeStore] = await Promise.all([
    openAppServices(),
    createLocaleStore(technician, loadLocale),
  ])
  if (!services.persons.current()) {
    location.replace(`/app/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`)
    return
  }
  await Promise.all([services.tasks.recall(), services.rooms.recall(), services.outbox.load()])
  render(<App services={services} localeStore={localeStore} />, root)
  const { record } = services.account
  record.subscribe(() => applyRecordLanguage(technician, localeStore, record.get()?.user))
  if (services.persons.current()) services.account.load().catch(() => undefined)

  // After the list is on the screen, which has precedence.
  services.tasks.list.subscribe(() => void setTimeout(() => services.rooms.learn(services.tasks.list.get())))

  const look = (): void => {
    services.tasks.refresh()
    services.tasks.reopen()
    services.outbox.flush()
  }
  let wasSignedIn = services.signedIn.get()
  services.sessions.subscribe((session) => {
    // Signed out in another tab: leave the screen so that no data stays visible.
    if (!services.persons.current()) {
      unsentForms.set(0)
      location.replace('/app/sign-in')
    } else if (session && !wasSignedIn) look()
    wasSignedIn = session !== undefined
  })
  addEventListener('beforeunload', (event) => {
    if (!services.unsaved.get() && !unsentForms.get()) return
    event.preventDefault()
    // Older browsers (before 2024) need returnValue to ask.
    event.returnValue = true
  })
  services.tasks.refresh()
  // Long after the list, which has precedence, and only where a service worker keeps it.
  setTimeout(() => {
    if (navigator.serviceWorker?.controller)
      import('#field-kit/scanner/camera.ts').then(({ keepReader }) => keepReader()).catch(() => undefined)
  }, 20_000)
  // Operations held for undo before a reload can no longer be undone, so send them.
  services.outbox.flush(true)
  // Send before the app goes to the background.
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) services.outbox.flush(true)
    else {
      look()
      services.account.load().catch(() => undefined)
    }
  })
  addEventListener('online', () => {
    services.tasks.refresh(services.tasks.listTrouble.get()?.kind === 'OFFLINE')
    services.outbox.flush()
  })
  setInterval(() => {
    if (!document.hidden) services.tasks.refresh()
  }, 60_000)
  startWorker(technician, localeStore.locale.get().language)
}

start().catch(offerReload)
