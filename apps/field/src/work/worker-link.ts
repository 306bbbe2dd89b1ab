/** Starts the service worker and says when a newer one has taken over. */
import { cell } from '../parts/cell.ts'

/** true: a reload shows the new version */
export const newVersion = cell(false)

/** Service workers exist on https and localhost only; without one the app works, but needs a connection to open. */
export const startWorker = (): void => {
  const workers = navigator.serviceWorker
  if (!workers) return
  const isFirst = workers.controller === null
  workers.addEventListener('controllerchange', () => {
    if (!isFirst) newVersion.set(true)
  })
  workers.register('/app/work/sw.js', { scope: '/app/work' }).catch(() => undefined)
}
