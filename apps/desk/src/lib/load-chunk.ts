/** Pieces of code that are fetched when they are needed, and what is done where one does not come. */

/** A line that was away for a moment. */
const pauseMs = 700
/** Between two loads of the page by itself. */
const reloadMs = 60_000
const place = 'wellkept.reloaded'

/** After a deploy it is there no longer; some browsers keep that it did not come until the page is loaded anew. */
export class ChunkMissing extends Error {}

const stylesheets = (): Iterable<HTMLLinkElement> => document.querySelectorAll('link[rel=stylesheet]')

/** Stylesheets that did not come: Vite asks for each of them once. */
const reloadStyles = async (): Promise<void> => {
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

/** Loads the page anew, once: not where something is typed, not while the service is away. */
export const reloadOnce = async (): Promise<void> => {
  try {
    const before = Number(sessionStorage.getItem(place))
    if (Date.now() - before < reloadMs || hasUnsaved()) return
    if (!(await fetch('/healthz', { cache: 'no-store' })).ok) return
    sessionStorage.setItem(place, String(Date.now()))
    location.reload()
  } catch {
    // No connection, or nothing can be remembered: the person loads it anew.
  }
}
