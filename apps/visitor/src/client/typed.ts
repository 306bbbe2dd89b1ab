/**
 * What was typed on the page of a task link, kept on this phone until it is sent or the link ends. It is kept beyond
 * the tab, because a phone closes tabs and the link is opened again from the email.
 */
import { make, say } from './page.ts'

interface Typed {
  /** milliseconds */
  readonly at: number
  readonly texts: Readonly<Record<string, string>>
  readonly reason?: string | undefined
}

const prefix = 'task-link '
/** a link opens its task for so long; milliseconds */
const longest = 14 * 86_400_000
/** the end of the token, which opens nothing */
const key = prefix + location.pathname.slice(-16)

const read = (name: string): Typed | undefined => {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

const write = (typed: Omit<Typed, 'at'>): void => {
  const isEmpty = !typed.reason && Object.values(typed.texts).every((text) => !text)
  try {
    if (isEmpty) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify({ ...typed, at: Date.now() }))
  } catch {
    // A full or closed storage keeps nothing; the page works as without a script.
  }
}

const dropOld = (): void => {
  try {
    for (const name of Object.keys(localStorage))
      if (name.startsWith(prefix) && !(Date.now() - (read(name)?.at ?? 0) < longest))
        localStorage.removeItem(name)
  } catch {}
}

const texts = (): HTMLTextAreaElement[] => [...document.querySelectorAll('textarea')]
const nameOf = ({ id }: HTMLTextAreaElement): string => id.replace('-text', '')
const reasons = (): HTMLInputElement[] => [
  ...document.querySelectorAll<HTMLInputElement>('input[name=reason]'),
]

const keep = (): void =>
  write({
    texts: Object.fromEntries(texts().map((area) => [nameOf(area), area.value])),
    reason: reasons().find(({ checked }) => checked)?.value,
  })

const bringBack = ({ texts: typed, reason }: Typed): void => {
  for (const area of texts()) if (!area.value) area.value = typed[nameOf(area)] ?? ''
  const chosen = reasons().find(({ value }) => value === reason)
  if (chosen) chosen.checked = true
  const cannot = document.querySelector('details:has([name=reason])')
  if (cannot && (chosen || typed.cannot)) cannot.setAttribute('open', '')
}

const sayOffline = (form: HTMLFormElement): void => {
  const said = make('p', say('taskOffline'))
  said.className = 'note'
  said.setAttribute('role', 'status')
  form.querySelector(':scope > [role=status]')?.remove()
  form.append(said)
}

/** @param sent the form that has just been sent */
export const keepTyped = (sent: string | undefined): void => {
  dropOld()
  const typed = read(key)
  if (typed) {
    const { [sent ?? '']: _, ...others } = typed.texts
    const left = { ...typed, texts: others, reason: sent === 'cannot' ? undefined : typed.reason }
    bringBack(left)
    write(left)
  }
  if (sent) {
    // A reload must not take what is typed from now on for what was sent.
    const here = new URL(location.href)
    here.searchParams.delete('done')
    history.replaceState(null, '', here)
  }
  document.addEventListener('input', keep)
  document.addEventListener('submit', (event) => {
    if (navigator.onLine || !(event.target instanceof HTMLFormElement)) return
    event.preventDefault()
    sayOffline(event.target)
  })
}

/** The link opens nothing any more. */
export const forgetTyped = (): void => {
  dropOld()
  write({ texts: {} })
}
