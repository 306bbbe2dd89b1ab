/** In the browser: the search, and the buttons that copy a sample. */
import MiniSearch from 'minisearch'
import type { Found } from './search-index.ts'

const field = document.querySelector<HTMLInputElement>('#search')
const list = document.querySelector<HTMLUListElement>('#found')

const load = async (): Promise<MiniSearch<Found>> => {
  const answer = await fetch('/docs/search.json')
  if (!answer.ok) throw new Error(`search.json answered ${answer.status}`)
  const search = new MiniSearch<Found>({
    idField: 'address',
    fields: ['title', 'page', 'text'],
    storeFields: ['title', 'page'],
    searchOptions: { boost: { title: 4, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
  })
  search.addAll(await answer.json())
  return search
}

const openSearch = (input: HTMLInputElement, found: HTMLUListElement): void => {
  let index: Promise<MiniSearch<Found>> | undefined
  let at = -1
  const options = (): HTMLAnchorElement[] => [...found.querySelectorAll('a')]
  const select = (to: number): void => {
    const all = options()
    at = all.length === 0 ? -1 : (to + all.length) % all.length
    for (const [place, option] of all.entries())
      option.parentElement?.setAttribute('aria-selected', String(place === at))
    if (at < 0) input.removeAttribute('aria-activedescendant')
    else input.setAttribute('aria-activedescendant', `found-${at}`)
    all[at]?.scrollIntoView({ block: 'nearest' })
  }
  const show = (lines: HTMLElement[]): void => {
    found.replaceChildren(...lines)
    found.hidden = lines.length === 0
    input.setAttribute('aria-expanded', String(lines.length > 0))
    select(-1)
  }
  const line = (text: string): HTMLElement => {
    const one = document.createElement('li')
    one.setAttribute('role', 'option')
    one.setAttribute('aria-disabled', 'true')
    one.textContent = text
    return one
  }
  const look = async (): Promise<void> => {
    const words = input.value.trim()
    if (words === '') return show([])
    // A failed load is tried again with the next letter.
    index ??= load().catch((error) => {
      index = undefined
      throw error
    })
    const results = (await index).search(words).slice(0, 12)
    if (input.value.trim() !== words) return
    if (results.length === 0) return show([line('No page has these words.')])
    show(
      results.map((result, place) => {
        const one = document.createElement('li')
        one.id = `found-${place}`
        one.setAttribute('role', 'option')
        const link = document.createElement('a')
        link.href = result.id
        link.tabIndex = -1
        const page = document.createElement('span')
        page.textContent = result.page
        link.append(result.title, page)
        one.append(link)
        return one
      }),
    )
    at = -1
  }
  input.addEventListener('input', () => {
    look().catch(() => show([line('The search cannot be loaded. Try again.')]))
  })
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') select(at + 1)
    else if (event.key === 'ArrowUp') select(at < 0 ? -1 : at - 1)
    else if (event.key === 'Enter') options()[Math.max(at, 0)]?.click()
    else if (event.key === 'Escape') show([])
    else return
    event.preventDefault()
  })
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !input.parentElement?.contains(target)) show([])
  })
  document.addEventListener('keydown', (event) => {
    const typing = event.target instanceof HTMLElement && event.target.matches('input, textarea, select')
    if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    input.focus()
  })
  const holder = input.closest<HTMLElement>('search')
  if (holder) holder.hidden = false
}

const addCopyButton = (sample: Element): void => {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    const text = sample.querySelector('code')?.textContent ?? ''
    button.textContent = await navigator.clipboard.writeText(text).then(
      () => 'Copied',
      () => 'Not copied',
    )
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 2000)
  })
  sample.append(button)
}

if (field && list) openSearch(field, list)
// Without https a browser has no clipboard, and a button that cannot work is not shown.
if (navigator.clipboard) for (const sample of document.querySelectorAll('.code')) addCopyButton(sample)
const menu = document.querySelector<HTMLDetailsElement>('.menu details')
if (menu && matchMedia('(min-width: 900px)').matches) menu.open = true
