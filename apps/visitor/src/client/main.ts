/** The script of all visitor pages. They work without it; it adds offline storage. */

import { queueAdditions } from './additions.ts'
import { enhance } from './form.ts'
import { cachePage } from './offline.ts'
import { byId } from './page.ts'
import { keepSending } from './queue.ts'

const form = byId('form')
if (form instanceof HTMLFormElement) {
  enhance(form)
  if (form.dataset.kind === 'feedback') cachePage(form.dataset.code ?? '')
}
queueAdditions()
keepSending()
