/**
 * A pseudo language with longer, accented words, generated from the desk's English at load time: unchanged text on a
 * screen is hard-coded, and layouts without room for longer words show.
 */
import type { Disposable, Page } from 'playwright-core'
import { languageNames } from '#i18n/languages.ts'

/** Runs in the page, at the end of a message set. Inserted numbers, names and times stay unchanged. */
const lengthen = (words: unknown): unknown => {
  const letters: Readonly<Record<string, string>> = {
    ...{ a: 'áà', e: 'éè', i: 'íì', o: 'óò', u: 'úù', y: 'ýÿ', A: 'ÁÀ', E: 'ÉÈ', I: 'ÍÌ', O: 'ÓÒ', U: 'ÚÙ' },
    ...{ n: 'ñ', c: 'ç', s: 'š', z: 'ž', N: 'Ñ', C: 'Ç', S: 'Š', Z: 'Ž' },
  }
  const say = (text: string): string => [...text].map((letter) => letters[letter] ?? letter).join('')
  const around = (text: string, [kept, ...others]: readonly string[]): string =>
    kept === undefined
      ? say(text)
      : text
          .split(kept)
          .map((part) => around(part, others))
          .join(kept)
  const changed = (one: unknown): unknown => {
    if (typeof one === 'string') return `⟦${say(one)}⟧`
    if (typeof one !== 'function')
      return Object.fromEntries(Object.entries(one as object).map(([key, inner]) => [key, changed(inner)]))
    return (values: Readonly<Record<string, unknown>>) => {
      const kept = Object.values(values).filter((value) => typeof value === 'string' && value !== '')
      return `⟦${around(one(values), kept as string[])}⟧`
    }
  }
  return changed(words)
}

/** Replaces the desk's English by the pseudo language. */
export const usePseudoLanguage = (page: Page): Promise<Disposable> =>
  page.route(/\/app\/assets\/(names\.)?en-[^/]+\.js$/, async (route) => {
    const response = await route.fetch({ maxRetries: 3 })
    const code = await response.text()
    const end = /export\{(\w+) as (default|en)\};?\s*$/
    if (!end.test(code)) throw new Error(`No catalogue: ${route.request().url()}`)
    const body = code.replace(end, `const pretended=(${lengthen})($1);export{pretended as $2};`)
    await route.fulfill({ response, body })
  })

/** Names of languages come from the browser, for each code alone and with the offered regions. */
const spoken = (): string[] => {
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  const regions = ['', '-AT', '-AU', '-BE', '-BR', '-CA', '-CH', '-DE', '-ES', '-FR', '-GB', '-IE']
  const others = ['-IT', '-MX', '-NL', '-PT', '-US']
  const names = new Intl.DisplayNames('en', { type: 'language' })
  return [...regions, ...others].flatMap((region) => codes.map((code) => names.of(code + region) ?? ''))
}

const named = new Set([...Object.values<string>(languageNames), ...spoken()])

/** Dates, weekdays, time zones and file types come from the browser or are the same in every language. */
const unsaid =
  /^(([A-Z][a-z]{2,8},? )?\d{1,2} [A-Z][a-z]{2}( \d{4})?|(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*|[A-Z]\w+\/[\w/ +-]+|UTC|GMT|PDF|PNG|SVG)\.?$/

/**
 * Texts of the page, visible or for screen readers, that are in no message set.
 * @param data everything that the service returned to this page
 */
export const untranslatedTexts = async (page: Page, data: string): Promise<string[]> => {
  const texts = await page.evaluate(() => {
    interface Piece {
      readonly textContent: string | null
      readonly parentElement: { closest(selector: string): unknown } | null
    }
    interface Named {
      getAttribute(name: string): string | null
      closest(selector: string): unknown
    }
    const { document, NodeFilter } = globalThis as unknown as {
      document: {
        body: unknown
        createTreeWalker(root: unknown, what: number): { nextNode(): Piece | null }
        querySelectorAll(selector: string): Iterable<Named>
      }
      NodeFilter: { SHOW_TEXT: number }
    }
    const found: (string | null)[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement?.closest('time, kbd, code, pre, script, noscript, body [lang]'))
        found.push(node.textContent)
    for (const name of ['aria-label', 'placeholder', 'alt'])
      for (const element of document.querySelectorAll(`[${name}]`))
        if (!element.closest('[aria-hidden=true]')) found.push(element.getAttribute(name))
    return found.map((text) => text ?? '')
  })
  const plain = texts.filter((text) => !text.includes('⟦')).flatMap((text) => text.split(/, | – | · /))
  // The number of a task precedes its place.
  return [...new Set(plain.map((text) => text.trim().replace(/^#\d+ /, '')))].filter(
    (text) =>
      /[A-Za-z]{2}/.test(text) &&
      !unsaid.test(text) &&
      !named.has(text) &&
      !data.includes(JSON.stringify(text).slice(1, -1)),
  )
}
