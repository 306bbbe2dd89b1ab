/** The page as the script finds it: elements by id, and the texts that the server put in. */

export const byId = (id: string): HTMLElement | null => document.getElementById(id)

const texts: Record<string, string> = JSON.parse(byId('texts')?.textContent ?? '{}')

export const { language = 'en', locale } = texts

/** Where a report is followed. */
export const trackingPage = (token: string): string => `/t/${token}?lang=${language}`

/** A text in the visitor's language with its places filled in. */
export const say = (key: string, values: Record<string, string | number> = {}): string =>
  (texts[key] ?? '').replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))

/** An element with text and what belongs into it. */
export const make = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  text = '',
  ...children: readonly Node[]
): HTMLElementTagNameMap[K] => {
  const element = document.createElement(tag)
  element.textContent = text
  element.append(...children)
  return element
}

export const button = (text: string, act: () => void): HTMLButtonElement => {
  const element = make('button', text)
  element.type = 'button'
  element.onclick = act
  return element
}

/** Says something below the heading; screen readers read it out. */
export const note = (key: string, values?: Record<string, string | number>): void => {
  const said = make('p', say(key, values))
  said.className = 'note'
  byId('notes')?.replaceChildren(said)
}

/** An instant in the visitor's words. */
export const when = (at: number): string =>
  new Intl.DateTimeFormat(locale, {
    timeStyle: 'short',
    numberingSystem: 'latn',
    ...(Date.now() - at > 72e6 ? { dateStyle: 'medium' } : {}),
  }).format(at)

/** A UUID; on plain HTTP browsers offer only the random numbers for it. */
export const newId = (): string => {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))]
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-')
}
