/** What comes later than the page: a deploy may have taken it away meanwhile, and a flaky line may lose it. */

const place = 'wellkept.reloaded'
const pausesMs = [1000, 3000]
/** Sooner a second reload would bring the same. */
const onceInMs = 60_000

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Something typed or chosen here would go with the page. */
const isInUse = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement>('input, textarea')].some(
    ({ value, defaultValue }) => value !== defaultValue,
  )

/** A page that names the parts of today. Without an answer there is none, and a reload would leave nothing at all. */
const reloadOnce = async (): Promise<void> => {
  const { ok } = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' })
  const now = Date.now()
  if (!ok || Math.abs(now - Number(sessionStorage.getItem(place))) < onceInMs) return
  sessionStorage.setItem(place, `${now}`)
  location.reload()
  // It goes on here only where the person stays.
  await wait(pausesMs[1] ?? 0)
}

/**
 * The one way to load a part. One that does not come is asked for again, which helps where the browser does not keep that
 * it failed, as Chromium does; then the page is loaded anew, once.
 * @param mayReload false while the page holds what would be lost
 * @throws whatever the last try threw
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

/** Where not even words are there: no page stays white. */
export const offerReload = (): void => {
  const button = document.createElement('button')
  button.textContent = '↻ Wellkept'
  button.style.margin = '1rem'
  button.onclick = () => location.reload()
  document.body.append(button)
}
