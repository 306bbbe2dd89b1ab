/** Entry point of the scout's app. */
import '#field-kit/base.css'
import '#field-kit/frame.css'
import './scout.css'
import { render } from 'preact'
import { offerReload } from '#field-kit/load.ts'
import { applyRecordLanguage, createLocaleStore } from '#field-kit/locale-store.ts'
import { chosenTheme, showTheme } from '#field-kit/theme.ts'
import { unsentForms } from '#field-kit/unsent-forms.ts'
import { scout } from '#pwa/phone-apps.ts'
import { startWorker } from '#pwa/worker-link.ts'
import { App } from './app.tsx'
import { openServices, type Services } from './services.ts'
import { loadLocale } from './words.ts'

const follow = ({ book, outbox, persons, sessions, signedIn }: Services): void => {
  const look = (): void => {
    void outbox.flush()
    void book.refresh()
  }
  let wasSignedIn = signedIn.get()
  sessions.subscribe((session) => {
    // Signed out in another tab: leave the screen so that no data stays visible.
    if (!persons.current()) {
      unsentForms.set(0)
      location.replace(scout.home)
    } else if (session && !wasSignedIn) look()
    wasSignedIn = session !== undefined
  })
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) void outbox.flush(true)
    else look()
  })
  addEventListener('online', () => {
    void outbox.flush()
    void book.refresh(true)
  })
  setInterval(() => {
    if (!document.hidden) void book.refresh()
  }, 60_000)
  void outbox.flush(true)
  void book.refresh(true)
}

const start = async (): Promise<void> => {
  showTheme(chosenTheme() ?? 'SYSTEM')
  const root = document.getElementById('root')
  if (!root) return
  const [services, localeStore] = await Promise.all([openServices(), createLocaleStore(scout, loadLocale)])
  const { book, outbox, persons, unsaved } = services
  await Promise.all([book.recall(), outbox.load()])
  render(<App services={services} localeStore={localeStore} />, root)
  book.kept.subscribe(() => applyRecordLanguage(scout, localeStore, book.kept.get()?.book.scout))
  addEventListener('beforeunload', (event) => {
    if (!unsaved.get() && !unsentForms.get()) return
    event.preventDefault()
    // Older browsers (before 2024) need returnValue to ask.
    event.returnValue = true
  })
  if (persons.current()) follow(services)
  startWorker(scout, localeStore.locale.get().language)
}

start().catch(offerReload)
