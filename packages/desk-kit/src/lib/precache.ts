/** Tells the service worker which assets this page has loaded, so that it also opens offline. */

/** Starts after the first screen, so that it does not delay it. */
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
  // Includes chunks loaded later.
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) postNow()
  })
}
