/** What the search finds: each chapter of each page, and each endpoint of the reference. */
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { addressOf, anchorOf, type Page } from './page.ts'

export interface Found {
  readonly address: string
  readonly title: string
  readonly page: string
  readonly text: string
}

/** The index is loaded as a whole, so of each chapter only its beginning counts. */
const maximumText = 600

const plain = (markdown: string): string =>
  markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*|#>_-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const chaptersOf = (page: Page): Found[] =>
  page.markdown
    .split(/^(?=## )/m)
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const heading = /^## (.+)$/m.exec(part)?.[1]
      return {
        address: `${addressOf(page)}${heading === undefined ? '' : `#${anchorOf(heading)}`}`,
        title: (heading ?? page.title).replaceAll('`', ''),
        page: heading === undefined ? page.section : page.title,
        text: plain(part.replace(/^#{1,2} .+$/m, '')).slice(0, maximumText),
      }
    })

export const searchIndex = (pages: readonly Page[], endpoints: readonly Endpoint[]): Found[] => [
  ...pages.filter(({ path }) => path !== 'changelog').flatMap(chaptersOf),
  ...endpoints.map(({ name, method, path, summary }) => ({
    address: `/docs/reference#${name}`,
    title: `${method} ${path}`,
    page: 'Reference',
    text: summary,
  })),
]
