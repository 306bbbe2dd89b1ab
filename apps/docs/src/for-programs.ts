/** What programs read: llms.txt, all pages in one file, and the changes as a feed. */

import { escapeXml } from './layout.ts'
import { addressOf, anchorOf, outsideCode, type Page } from './page.ts'

const twinOf = (page: Page): string => `${page.path === '' ? '/docs/index' : addressOf(page)}.md`

/** @param texts Markdown of each page, with the links of the site */
export const llmsText = (pages: readonly Page[]): string => {
  const titles = [...new Set(pages.map(({ section }) => section))]
  const chapters = titles.map((title) => {
    const own = pages.filter(({ section }) => section === title)
    return `## ${title}\n\n${own.map((page) => `- [${page.title}](${twinOf(page)})`).join('\n')}`
  })
  return `# Wellkept

> Facility feedback and tasks: a visitor scans a QR code and rates a place in one tap, the right person is told and fixes it, and other systems hear of it through an API, webhooks and a live stream.

The whole API as OpenAPI 3.1: /openapi.json. All pages in one file: /llms-full.txt.

${chapters.join('\n\n')}
`
}

export const llmsFullText = (pages: readonly Page[], texts: ReadonlyMap<Page, string>): string =>
  pages.map((page) => `<!-- ${twinOf(page)} -->\n\n${texts.get(page) ?? ''}`).join('\n\n')

/** The releases of the changelog as RSS 2.0, latest first. */
export const changesFeed = (changelog: string): string => {
  const releases: { title: string; text: string }[] = []
  outsideCode(changelog, (text) => {
    for (const part of text.split(/^## /m).slice(1)) {
      const [title = '', ...lines] = part.split('\n')
      releases.push({ title: title.trim(), text: lines.join('\n').trim() })
    }
    return text
  })
  const items = releases.map(({ title, text }) => {
    const day = /(\d{4}-\d\d-\d\d)/.exec(title)?.[1]
    const date = day ? `<pubDate>${new Date(`${day}T00:00:00Z`).toUTCString()}</pubDate>` : ''
    return `<item><title>${escapeXml(title)}</title><link>/docs/changelog#${anchorOf(title)}</link><guid isPermaLink="false">wellkept-${anchorOf(title)}</guid>${date}<description>${escapeXml(text)}</description></item>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>Changes of Wellkept</title><link>/docs/changelog</link><description>What users notice in each version</description>${items.join('')}</channel></rss>
`
}
