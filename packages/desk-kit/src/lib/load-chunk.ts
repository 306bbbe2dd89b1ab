/** Loads code chunks, and handles those that fail to load. */

/** Pause before the second attempt. */
const pauseMs = 700
/** Minimum interval between automatic reloads. */
const reloadMs = 60_000
const place = 'wellkept.reloaded'

/** The chunk is gone, as after a deploy. Some browsers cache the failed import until the page is reloaded. */
export class ChunkMissing extends Error {}

const stylesheets = (): Iterable<HTMLLinkElement> => document.querySelectorAll('link[rel=stylesheet]')

/** Retries stylesheets that failed: Vite requests each only once. */
const retryStyles = async (): Promise<void> => {
  for (const link of stylesheets()) {
    if (!link.dataset.failed) continue
    const fresh = link.cloneNode() as HTMLLinkElement
    await new Promise((resolve, reject) => {
      fresh.onload = resolve
      fresh.onerror = reject
      link.replaceWith(fresh)
    })
    delete fresh.dataset.failed
  }
}

let retrying: Promise<void> | undefined

/** Chunks that load at the same time share one retry: a link that was replaced already would never answer. */
const reloadStyles = (): Promise<void> => {
  retrying ??= retryStyles().finally(() => {
    retrying = undefined
  })
  return retrying
}

/** Tries twice. @throws ChunkMissing */
export const loadChunk = async <T>(load: () => Promise<T>): Promise<T> => {
  const attempt = async (): Promise<T> => {
    await reloadStyles()
    return load()
  }
  try {
    return await attempt()
  } catch (fault) {
    for (const link of stylesheets()) if (String(fault).endsWith(link.href)) link.dataset.failed = 'yes'
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    try {
      return await attempt()
    } catch (cause) {
      throw new ChunkMissing('A piece of code did not come', { cause })
    }
  }
}

const hasUnsaved = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }))

/** Reloads the page once: not with unsaved input, and not while the service is unreachable. */
export const reloadOnce = async (): Promise<void> => {
  try {
    const before = Number(sessionStorage.getItem(place))
    if (Date.now() - before < reloadMs || hasUnsaved()) return
    if (!(await fetch('/healthz', { cache: 'no-store' })).ok) return
    sessionStorage.setItem(place, String(Date.now()))
    location.reload()
  } catch {
    // Offline or without storage: the person reloads the page.
  }
}
