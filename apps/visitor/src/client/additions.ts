/**
 * Forms of the tracking page: offline they are queued on this phone, online they are submitted normally. The
 * value of a button is in its `data-say` (set by follow.ts), which keeps the page of a sticker small.
 */
import { addition } from './outbox.ts'
import { fetchWithTimeout } from './photos.ts'
import { showSaved } from './queue.ts'
import { put } from './store.ts'

export const queueAdditions = (): void => {
  /** the service has just responded, so the form can be submitted */
  let isOnline = false
  addEventListener('submit', async (event) => {
    const { target: form, submitter: pressed } = event
    if (isOnline || !(form instanceof HTMLFormElement && pressed instanceof HTMLButtonElement)) return
    const [, token] = /\/t\/([\w-]+)/.exec(form.action) ?? []
    const message = new FormData(form).get('message')
    const said = message ? JSON.stringify({ message }) : pressed.dataset.say
    if (!token || !said) return
    event.preventDefault()
    // Prevents a second submission by another tap.
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
    // Include the button's text in the row: otherwise its "Delete" could be confused with a pending deletion of
    // the report.
    const place = `${document.querySelector('.place')?.textContent} · ${pressed.textContent}`
    await put({ ...addition(token, { code: '', place }, JSON.parse(said)), tries: 1 })
    form.reset()
    await showSaved()
  })
}
