/** Polls until the code was entered; then the wall opens its link. */

const interval = 4000

export const waitForPairing = (path: string): void => {
  let code = document.querySelector('.code')?.textContent
  const ask = async (): Promise<void> => {
    try {
      const answer = await fetch(path)
      if (answer.redirected) {
        location.replace(answer.url)
        return
      }
      if (!answer.ok) return
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
      const fresh = page.getElementById('main')
      if (!fresh) return
      // Update only what changed, so that a screen reader announces a new code once and not every four seconds.
      document.querySelector('.hint')?.replaceChildren(...(fresh.querySelector('.hint')?.childNodes ?? []))
      const next = fresh.querySelector('.code')
      if (next?.textContent === code) return
      code = next?.textContent
      document.querySelector('.code')?.replaceChildren(...(next?.childNodes ?? []))
    } catch {
      // Offline: the next poll tries again.
    } finally {
      setTimeout(ask, interval)
    }
  }
  setTimeout(ask, interval)
}
