/** Tells the service worker what this page has loaded, so that it opens without a connection too. */

/** When the first screen stands: nothing of this is in its way. */
const afterMs = 3000

export const keepDesk = (): void => {
  const tell = async (): Promise<void> => {
    const { active } = (await navigator.serviceWorker?.ready) ?? {}
    const loaded = performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name))
      .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/app/assets/'))
      .map(({ pathname }) => pathname)
    active?.postMessage([...new Set(loaded)])
  }
  const tellNow = (): void => void tell().catch(() => undefined)
  setTimeout(tellNow, afterMs)
  // What was loaded since.
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) tellNow()
  })
}
