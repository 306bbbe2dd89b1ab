/** A message or an answer to a report, said without reception, waits on this phone; with it the form goes as it is. */
import { addition } from './outbox.ts'
import { fetchWithin } from './photos.ts'
import { showSaved } from './queue.ts'
import { put } from './store.ts'

export const keepAdditions = (): void => {
  /** the service has just answered, so the form may go */
  let near = false
  addEventListener('submit', async (event) => {
    const { target: form, submitter: pressed } = event
    if (near || !(form instanceof HTMLFormElement && pressed instanceof HTMLButtonElement)) return
    const [, token] = /\/t\/([\w-]+)/.exec(form.action) ?? []
    const message = new FormData(form).get('message')
    if (!token || !(message || pressed.name === 'fixed')) return
    event.preventDefault()
    // A second tap meanwhile would say it twice.
    pressed.disabled = true
    near = await fetchWithin(4000, form.action, { method: 'HEAD' }).then(
      () => true,
      () => false,
    )
    pressed.disabled = false
    if (near) {
      pressed.click()
      near = false
      return
    }
    const about = { code: '', place: document.querySelector('.place')?.textContent ?? '' }
    const body = message ? { message } : { fixed: pressed.value === 'yes' }
    await put({ ...addition(token, about, body), tries: 1 })
    form.reset()
    await showSaved()
  })
}
