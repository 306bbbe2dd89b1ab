/**
 * What is said about a report without reception waits on this phone; with it the form goes as it is. What a button says
 * beside a message is in its `data-say` (follow.ts), so that the page of a sticker does not carry it.
 */
import { addition } from './outbox.ts'
import { fetchWithTimeout } from './photos.ts'
import { showSaved } from './queue.ts'
import { put } from './store.ts'

export const queueAdditions = (): void => {
  /** the service has just answered, so the form may go */
  let isOnline = false
  addEventListener('submit', async (event) => {
    const { target: form, submitter: pressed } = event
    if (isOnline || !(form instanceof HTMLFormElement && pressed instanceof HTMLButtonElement)) return
    const [, token] = /\/t\/([\w-]+)/.exec(form.action) ?? []
    const message = new FormData(form).get('message')
    const said = message ? JSON.stringify({ message }) : pressed.dataset.say
    if (!token || !said) return
    event.preventDefault()
    // A second tap meanwhile would say it twice.
    pressed.disabled = true
    try {
      await fetchWithTimeout(4000, form.action, { method: 'HEAD' })
      isOnline = true
    } catch {}
    pressed.disabled = false
    if (isOnline) {
      pressed.click()
      isOnline = false
      return
    }
    // The row of the list says what waits: beside a wish to erase, its "Delete" would be taken for another.
    const place = `${document.querySelector('.place')?.textContent} · ${pressed.textContent}`
    await put({ ...addition(token, { code: '', place }, JSON.parse(said)), tries: 1 })
    form.reset()
    await showSaved()
  })
}
