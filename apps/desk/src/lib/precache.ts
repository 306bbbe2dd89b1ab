/** Posts to the service worker what this page has loaded, so that it opens offline too. */

/** When the first screen stands: nothing of this is in its way. */
const afterMs = 3000

export const precacheDesk = (): void => {
  const post = async (): Promise<void> => {
    const { active } = (await navigator.serviceWorker?.ready) ?? {}
    const loaded = performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name))
      .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/app/assets/'))
      .map(({ pathname }) => pathname)
    active?.postMessage([...new Set(loaded)])
  }
  const postNow = (): void => void post().catch(() => undefined)
  setTimeout(postNow, afterMs)
  // What was loaded since.
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) postNow()
  })
}
