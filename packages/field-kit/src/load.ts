/** Loads code on demand; that can fail after a deploy, which removes old files, or on a weak connection. */

const place = 'wellkept.reloaded'
const pausesMs = [1000, 3000]
/** A second reload within this time would give the same result. */
const onceInMs = 60_000

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Whether the page has unsaved input, which a reload would lose. */
const isInUse = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement>('input, textarea')].some(
    ({ value, defaultValue }) => value !== defaultValue,
  )

/**
 * Reloads to get a page with current file names, but only if the server answers: otherwise a reload would leave
 * an empty page.
 */
const reloadOnce = async (): Promise<void> => {
  const { ok } = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' })
  const now = Date.now()
  if (!ok || Math.abs(now - Number(sessionStorage.getItem(place))) < onceInMs) return
  sessionStorage.setItem(place, `${now}`)
  location.reload()
  // This point is reached only if the reload did not happen.
  await wait(pausesMs[1] ?? 0)
}

/**
 * Loads a part of the app. Retries if that fails, which helps only in browsers that do not cache a failed
 * import; then reloads the page, once.
 * @param mayReload false while the page has unsaved input
 * @throws the error of the last attempt
 */
export const loadPart = async <T>(load: () => Promise<T>, mayReload = () => true): Promise<T> => {
  for (const pause of pausesMs) {
    try {
      return await load()
    } catch (error) {
      if (!navigator.onLine) throw error
      await wait(pause)
    }
  }
  try {
    return await load()
  } catch (error) {
    if (mayReload() && !isInUse()) await reloadOnce().catch(() => undefined)
    throw error
  }
}

/** Offers a reload when not even the messages could be loaded, so that the page is never blank. */
export const offerReload = (): void => {
  const button = document.createElement('button')
  button.textContent = '↻ Wellkept'
  button.style.margin = '1rem'
  button.onclick = () => location.reload()
  document.body.append(button)
}
