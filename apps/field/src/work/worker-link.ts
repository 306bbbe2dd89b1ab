/** Starts the service worker and says when a newer one has taken over. */
import type { Language } from '#ui/language/languages.ts'
import { cell } from '../parts/cell.ts'

/** true: a reload shows the new version */
export const newVersion = cell(false)

/** A worker keeps the texts of one language, which its address names. */
const addressOf = (language: Language): string => `/app/work/sw.js?language=${language}`

let heard = false

const listen = (workers: ServiceWorkerContainer): void => {
  if (heard) return
  heard = true
  let running = workers.controller?.scriptURL
  workers.addEventListener('controllerchange', () => {
    const next = workers.controller?.scriptURL
    // Another address is another language, and the first of all replaces none.
    if (running !== undefined && running === next) newVersion.set(true)
    running = next
  })
}

/** It keeps all of the app or nothing: where the connection broke on the way, it is tried again so often. */
const mostTries = 5
const firstWaitMs = 5000

let wanted: Language | undefined

/**
 * Service workers exist on https and localhost only; without one the app works, but needs a connection to open.
 * @param tries that failed before
 */
export const startWorker = (language: Language, tries = 0): void => {
  const workers = navigator.serviceWorker
  // Another language may be spoken by now.
  if (!workers || (tries && wanted !== language)) return
  wanted = language
  listen(workers)
  const again = (): unknown =>
    tries < mostTries && setTimeout(startWorker, firstWaitMs << tries, language, tries + 1)
  workers.register(addressOf(language), { scope: '/app/work' }).then(({ installing }) => {
    // Whoever has been installed is ended later, by the next one; who ends at once has failed.
    installing?.addEventListener('statechange', () => installing.state === 'redundant' && again(), {
      once: true,
    })
  }, again)
}
