/** Registers the service worker and reports when a newer one is active. */

import { cell } from '#client/cell.ts'
import type { Language } from '#i18n/languages.ts'
import type { PhoneApp } from './phone-app.ts'

/** true if a reload would show a new version */
export const newVersion = cell(false)

/** A worker precaches the messages of one language, which is in its URL. */
const addressOf = ({ home }: PhoneApp, language: Language): string => `${home}/sw.js?language=${language}`

let isListening = false

const listen = (workers: ServiceWorkerContainer): void => {
  if (isListening) return
  isListening = true
  let running = workers.controller?.scriptURL
  workers.addEventListener('controllerchange', () => {
    const next = workers.controller?.scriptURL
    // A different URL means another language, and the first worker replaces none; neither is a new version.
    if (running !== undefined && running === next) newVersion.set(true)
    running = next
  })
}

/** Maximum attempts to install, because precaching fails if the connection breaks. */
const maxAttempts = 5
const firstWaitMs = 5000

let wanted: Language | undefined

/**
 * Without https there is no service worker, and the app needs a connection to open.
 * @param tries failed attempts so far
 */
export const startWorker = (app: PhoneApp, language: Language, tries = 0): void => {
  const workers = navigator.serviceWorker
  // The language may have changed since the last attempt.
  if (!workers || (tries && wanted !== language)) return
  wanted = language
  listen(workers)
  const again = (): unknown =>
    tries < maxAttempts && setTimeout(startWorker, firstWaitMs << tries, app, language, tries + 1)
  workers.register(addressOf(app, language), { scope: app.home }).then(({ installing }) => {
    // A worker that becomes redundant before it was installed has failed to install.
    installing?.addEventListener('statechange', () => installing.state === 'redundant' && again(), {
      once: true,
    })
  }, again)
}
