/** Entry point of the arena app. */
import '#field-kit/base.css'
import '#field-kit/frame.css'
import './arena.css'
import { render } from 'preact'
import { offerReload } from '#field-kit/load.ts'
import { createLocaleStore } from '#field-kit/locale-store.ts'
import { chosenTheme, showTheme } from '#field-kit/theme.ts'
import { unsentForms } from '#field-kit/unsent-forms.ts'
import { arena } from '#pwa/phone-apps.ts'
import { startWorker } from '#pwa/worker-link.ts'
import { App } from './app.tsx'
import { openAppServices } from './app-services.ts'
import { loadLocale } from './words.ts'

const start = async (): Promise<void> => {
  showTheme(chosenTheme() ?? 'SYSTEM')
  const root = document.getElementById('root')
  if (!root) return
  const [services, { locale }] = await Promise.all([openAppServices(), createLocaleStore(arena, loadLocale)])
  const { persons } = services
  const signIn = (): void => {
    unsentForms.set(0)
    location.replace(`/app/sign-in?next=${encodeURIComponent(location.pathname)}`)
  }
  if (!persons.current()) return signIn()
  render(<App services={services} locale={locale} />, root)
  // Signed out in another tab: leave the screen so that no data stays visible.
  persons.sessions.subscribe(() => {
    if (!persons.current()) signIn()
  })
  addEventListener('beforeunload', (event) => {
    if (!unsentForms.get()) return
    event.preventDefault()
    // Older browsers (before 2024) need returnValue to ask.
    event.returnValue = true
  })
  startWorker(arena, locale.get().language)
}

start().catch(offerReload)
