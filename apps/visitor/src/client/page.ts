/** Access to the page: elements by id, and the messages that the server put in. */

export const byId = (id: string): HTMLElement | null => document.getElementById(id)

const texts: Record<string, string> = JSON.parse(byId('texts')?.textContent ?? '{}')

export const { language = 'en', locale } = texts

/** URL of the tracking page. */
export const trackingPage = (token: string): string => `/t/${token}?lang=${language}`

/** A message in the visitor's language with its placeholders filled in. */
export const say = (key: string, values: Record<string, string | number> = {}): string =>
  (texts[key] ?? '').replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))

/** Creates an element with text or children. */
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

export const linkTo = (address: string, text: string): HTMLAnchorElement => {
  const link = make('a', text)
  link.href = address
  return link
}

export const button = (text: string, act: () => void): HTMLButtonElement => {
  const element = make('button', text)
  element.type = 'button'
  element.onclick = act
  return element
}

/** Shows a message below the heading, in a live region. */
export const note = (key: string, values?: Record<string, string | number>): void => {
  const said = make('p', say(key, values))
  said.className = 'note'
  byId('notes')?.replaceChildren(said)
}

/** Formats a time in the visitor's language. */
export const when = (at: number): string =>
  new Intl.DateTimeFormat(locale, {
    timeStyle: 'short',
    numberingSystem: 'latn',
    ...(Date.now() - at > 72e6 ? { dateStyle: 'medium' } : {}),
  }).format(at)
