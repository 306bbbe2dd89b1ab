/** The feedback form: one tap is a rating, input is never lost, and photos do not delay the report. */
import { shrink } from '#ui/photo.ts'
import { isGood } from '../parts/good.ts'
import { newId } from './new-id.ts'
import { attempt, draftLifetime, type Outcome, sendLease } from './outbox.ts'
import { button, byId, language, linkTo, make, note, say, trackingPage, when } from './page.ts'
import { show as showQueue, showSaved } from './queue.ts'
import { all, drop, type Entry, put } from './store.ts'

/** The page for places without a connection knows its code only from its address. */
const codeInAddress = (): string => {
  const code = decodeURIComponent(location.pathname.slice(3)).replace(/[\s-]/g, '').toUpperCase()
  const heading = document.querySelector('h1')
  if (heading) heading.append(` ${code}`)
  return code
}

/** Adds behaviour to the server-rendered form. */
export const enhance = (form: HTMLFormElement): void => {
  const { code = codeInAddress(), kind, now = '' } = form.dataset
  const report = kind === 'report'
  const url = report ? `/api/status/${code}/report` : '/api/feedback'
  const place = document.querySelector(report ? '.place' : 'h1')?.textContent ?? ''
  const draftId = `draft:${location.pathname.toUpperCase()}`
  const photoField = byId('photos')
  const fileInput = photoField?.querySelector('input')
  const languages = document.querySelectorAll<HTMLAnchorElement>('.lang a')
  const pictures: Blob[] = []
  let id = newId()
  /** submission id of what follows a rating that was already sent */
  const laterId = newId()
  /** the rating was already sent, because the page was hidden */
  let counted = false
  /** the camera or gallery is open: the page is hidden but will return */
  let choosing = false
  let finished = false
  let busy = false

  const read = () => {
    const data = new FormData(form)
    const text = (name: string) => String(data.get(name) ?? '').trim()
    return {
      rating: Number(text('rating')) || undefined,
      issues: data.getAll('issues').map(String),
      itemId: text('itemId') || undefined,
      issue: text('issue') || undefined,
      comment: text('comment') || undefined,
    }
  }

  const entryOf = (body: Entry['body'], photos: readonly Blob[] = []): Entry => ({
    id: String(body.submissionId),
    url,
    code,
    place,
    body: { ...body, language, ...(report ? {} : { qrCode: code }) },
    photos,
    at: Date.now(),
    tries: 0,
    next: Date.now() + sendLease,
  })

  const drawPictures = () => {
    const list = photoField?.querySelector('ul')
    list?.replaceChildren(
      ...pictures.map((photo, index) => {
        const image = make('img')
        image.alt = `${say('photos')} ${index + 1}`
        image.src = URL.createObjectURL(photo)
        image.onload = () => URL.revokeObjectURL(image.src)
        const remove = button(say('photoRemove', { n: index + 1 }), () => {
          pictures.splice(index, 1)
          drawPictures()
          fileInput?.focus()
        })
        return make('li', '', image, remove)
      }),
    )
    const label = fileInput?.parentElement
    if (label) label.hidden = pictures.length >= 3
  }

  const saveDraft = async () => {
    const said = read()
    const { rating, issues, issue, comment } = said
    if (finished || busy || !(rating || issues.length || issue || comment || pictures.length)) return
    await put({ ...entryOf({ ...said, counted, submissionId: id }, pictures), id: draftId, draft: true })
  }

  const restoreDraft = async () => {
    const draft = (await all()).find((entry) => entry.id === draftId)
    if (!draft || Date.now() - draft.at > draftLifetime) return
    const { rating, issues, itemId, issue, comment, submissionId } = draft.body
    const chosen = [rating, itemId, issue, ...(issues ?? [])].map(String)
    for (const input of form.querySelectorAll<HTMLInputElement>('[type=radio],[type=checkbox]')) {
      if (chosen.includes(input.value)) {
        input.checked = true
        input.closest('details')?.setAttribute('open', '')
      }
    }
    const field = form.querySelector('textarea')
    if (field && typeof comment === 'string') field.value = comment
    pictures.push(...draft.photos)
    drawPictures()
    id = String(submissionId)
    if (draft.body.counted) lockRating()
    await drop(draftId)
  }

  const thank = () => {
    const tap = byId('tap')
    if (tap) tap.textContent = say('counted')
  }

  const lockRating = () => {
    counted = true
    thank()
    for (const input of form.querySelectorAll<HTMLInputElement>('[name=rating]'))
      input.disabled = !input.checked
  }

  /** The page is hidden: the rating is sent, the rest is saved as a draft. */
  const onHide = () => {
    if (finished || busy) return
    const { rating } = read()
    if (rating && !counted && !choosing) {
      const entry = entryOf({ rating, submissionId: id })
      put(entry)
      navigator.sendBeacon?.(url, new Blob([JSON.stringify(entry.body)], { type: 'application/json' }))
      lockRating()
    }
    saveDraft()
  }

  const fail = (key: string) => {
    note(key)
    const first = form.querySelector<HTMLElement>('#choice input:not([disabled]), textarea')
    first?.focus()
    byId('notes')?.scrollIntoView({ block: 'center' })
  }

  const listRecorded = (entry: Entry, photos: number) => {
    // With "Send rating only" the chosen issues were not sent.
    const sent = `input:checked${entry.body.issues ? '' : ':not([name=issues])'}`
    const checked = [...form.querySelectorAll<HTMLInputElement>(sent)]
    const words = checked.map((input) => input.parentElement?.textContent ?? '')
    if (entry.body.comment || entry.message) words.push(say('withComment'))
    if (photos > 0) words.push(`${say('photos')}: ${photos}`)
    byId('recorded')?.replaceChildren(...words.map((word) => make('li', word)))
  }

  const finish = async (entry: Entry, outcome: Outcome) => {
    if (outcome.state === 'refused') return fail('queueRefused')
    finished = true
    byId('ask')?.toggleAttribute('hidden', true)
    byId('notes')?.replaceChildren()
    if (outcome.state === 'later') {
      await showSaved()
    } else {
      if (outcome.rest) note('photoLater')
      const path = trackingPage(outcome.trackingToken)
      // Reload and Back then open the report, not a form that the browser restores.
      history.replaceState(null, '', path)
      for (const link of languages) link.href = link.search
      listRecorded(entry, outcome.photos)
      const reference = byId('reference')
      if (reference) reference.textContent = outcome.reference
      byId('follow')?.setAttribute('href', path)
      const good = !report && isGood(read().rating, entry.body.issues?.length)
      byId('next')?.toggleAttribute('hidden', good)
      byId('good')?.toggleAttribute('hidden', !good)
      const sent = byId('sent')
      sent?.querySelector('form')?.setAttribute('action', path)
      sent?.toggleAttribute('hidden', false)
      sent?.querySelector('h2')?.focus()
    }
    scrollTo(0, 0)
  }

  /** Builds the submission; a rating that was already sent is left out. */
  const compose = (ratingOnly: boolean): Entry | null => {
    const { rating, issues, itemId, issue, comment } = read()
    if (report) {
      if (!(itemId || issue || comment)) return null
      return entryOf({ itemId, issue, comment, submissionId: id }, pictures)
    }
    if (!rating && issues.length === 0) return null
    if (ratingOnly) return entryOf({ rating, submissionId: id })
    if (counted && issues.length > 0) return entryOf({ issues, comment, submissionId: laterId }, pictures)
    if (counted) return { ...entryOf({ rating, submissionId: id }, pictures), message: comment ?? '' }
    return entryOf({ rating, issues, comment, submissionId: id }, pictures)
  }

  form.addEventListener('submit', async (event) => {
    const trap = form.querySelector<HTMLInputElement>('[name=website]')
    if (trap?.value) return
    event.preventDefault()
    if (busy) return
    const pressed = event.submitter instanceof HTMLButtonElement ? event.submitter : null
    const entry = compose(pressed?.value === 'rating')
    if (!entry) return fail(report ? 'errorReport' : 'errorChoice')
    busy = true
    const words = [...(pressed?.childNodes ?? [])]
    if (pressed) pressed.textContent = say('sending')
    pressed?.setAttribute('aria-disabled', 'true')
    try {
      await Promise.race([put(entry), new Promise((resolve) => setTimeout(resolve, 1000))])
      await drop(draftId)
      await finish(entry, await attempt(entry))
      if (!finished) await drop(entry.id)
    } finally {
      busy = false
      pressed?.replaceChildren(...words)
      pressed?.removeAttribute('aria-disabled')
    }
  })

  for (const same of document.querySelectorAll<HTMLFormElement>('.same')) {
    same.addEventListener('submit', async (event) => {
      event.preventDefault()
      const press = same.querySelector('button')
      if (!press || press.getAttribute('aria-disabled')) return
      const data = new FormData(same)
      const submissionId = newId()
      const entry = entryOf(
        report
          ? { itemId: data.get('itemId'), submissionId }
          : { issues: [data.get('issues')], submissionId },
      )
      press.setAttribute('aria-disabled', 'true')
      press.textContent = `✓ ${say('sameHereDone')}`
      press.removeAttribute('aria-label')
      const count = same.parentElement?.querySelector<HTMLElement>('[data-more]')
      if (count) count.textContent = count.dataset.more ?? ''
      await put(entry)
      const outcome = await attempt(entry)
      if (outcome.state === 'sent') {
        const path = trackingPage(outcome.trackingToken)
        same.previousElementSibling?.append(
          linkTo(path, say('follow')),
          ' · ',
          linkTo(`${path}#email`, say('emailTitle')),
        )
      }
      await showQueue()
    })
  }

  if (photoField && fileInput) {
    photoField.hidden = false
    const problem = photoField.querySelector<HTMLElement>('.error')
    fileInput.onclick = () => {
      choosing = true
    }
    fileInput.addEventListener('cancel', () => {
      choosing = false
    })
    fileInput.onchange = async () => {
      choosing = false
      if (problem) problem.hidden = true
      const files = [...(fileInput.files ?? [])]
      fileInput.value = ''
      for (const file of files.slice(0, 3 - pictures.length)) {
        try {
          pictures.push(await shrink(file, 1280, 150 * 1024))
        } catch {
          if (problem) {
            problem.textContent = say('photoUnreadable')
            problem.hidden = false
          }
        }
      }
      drawPictures()
    }
  }

  for (const link of languages) {
    link.addEventListener('click', async (event) => {
      event.preventDefault()
      await saveDraft()
      finished = true
      location.href = link.href
    })
  }

  form.addEventListener('change', async () => {
    if (report || counted || !read().rating) return
    // Saved at once, so that it counts even if this page ends without notice.
    await saveDraft()
    thank()
  })

  // Kept fresh, so that it is not sent as an abandoned one while somebody still writes.
  setInterval(saveDraft, draftLifetime / 3)

  const comment = form.querySelector('textarea')
  comment?.addEventListener('focus', () => comment.scrollIntoView({ block: 'nearest' }))

  const offlineNote = () => {
    if (!navigator.onLine) note('offline')
    else if (Date.now() - Date.parse(now) > 300_000) note('asOf', { time: when(Date.parse(now)) })
  }
  addEventListener('offline', offlineNote)
  addEventListener('visibilitychange', () => {
    if (document.hidden) onHide()
    else choosing = false
  })
  addEventListener('pagehide', onHide)
  offlineNote()
  restoreDraft()
}
