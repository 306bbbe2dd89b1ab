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

/** Service workers exist on https and localhost only; without one the app works, but needs a connection to open. */
export const startWorker = (language: Language): void => {
  const workers = navigator.serviceWorker
  if (!workers) return
  listen(workers)
  workers.register(addressOf(language), { scope: '/app/work' }).catch(() => undefined)
}
