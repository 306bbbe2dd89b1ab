/** The frame of a page; it reads and works without JavaScript, which adds search and buttons to copy. */
import { addressOf, anchorOf, headingsOf, type Page } from './page.ts'

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign)

const reference = { path: 'reference', title: 'Reference', section: 'API' }

const entry = (page: Pick<Page, 'path' | 'title'>, current: Page): string =>
  `<li><a href="${addressOf(page)}"${page.path === current.path ? ' aria-current="page"' : ''}>${escapeXml(page.title)}</a></li>`

/** The error codes and events are reached from their overview, so the menu stays short. */
const isListed = ({ path }: Page): boolean => !/^(errors|events)\/./.test(path)

const menu = (pages: readonly Page[], current: Page): string => {
  const titles = [...new Set(pages.map(({ section }) => section))]
  return titles
    .map((title) => {
      const own = pages.filter((page) => page.section === title && isListed(page))
      const listed = title === 'API' ? [reference, ...own] : own
      return `<h2>${escapeXml(title)}</h2><ul>${listed.map((page) => entry(page, current)).join('')}</ul>`
    })
    .join('')
}

const contents = (page: Page): string => {
  const headings = [...page.markdown.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading)
  if (headings.length < 4 || page.path === 'changelog') return ''
  const known = new Set(headingsOf(page.markdown))
  const links = headings
    .filter((heading) => known.has(heading))
    .map(
      (heading) => `<li><a href="#${anchorOf(heading)}">${escapeXml(heading.replaceAll('`', ''))}</a></li>`,
    )
  return `<nav class="contents" aria-label="On this page"><ul>${links.join('')}</ul></nav>`
}

export interface Files {
  readonly style: string
  readonly script: string
}

export const pageHtml = (page: Page, pages: readonly Page[], body: string, files: Files): string => {
  const twin = `${page.path === '' ? '/docs/index' : addressOf(page)}.md`
  const title = page.path === '' ? 'Wellkept documentation' : `${page.title} · Wellkept documentation`
  const [heading = '', ...rest] = body.split('</h1>')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escapeXml(title)}</title><link rel="stylesheet" href="${files.style}"><link rel="alternate" type="text/markdown" href="${twin}"><link rel="alternate" type="application/rss+xml" title="Changes" href="/docs/changelog.xml"><script type="module" src="${files.script}"></script></head><body>
<a class="skip" href="#text">To the text</a>
<header><a class="home" href="/docs">Wellkept <span>documentation</span></a><search hidden><label for="search">Search</label><input id="search" type="search" autocomplete="off" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list"><ul id="found" role="listbox" aria-label="Pages found" hidden></ul></search></header>
<div class="frame"><nav class="menu" aria-label="Documentation"><details><summary>All pages</summary>${menu(pages, page)}</details></nav>
<main id="text" tabindex="-1">${heading}</h1>${contents(page)}${rest.join('</h1>')}
<footer><a href="${twin}">This page as Markdown</a></footer></main></div>
</body></html>`
}
