/** Links of the files in the repository become links of the site; a link to nothing fails the build. */
import { addressOf, anchorOf, headingsOf, outsideCode, type Page } from './page.ts'

const reference = '/docs/reference'

/** `docs/guides/start.md` and `../webhooks.md` → `docs/webhooks.md` */
const resolve = (from: string, target: string): string => new URL(target, `file:///${from}`).pathname.slice(1)

export interface Site {
  readonly pages: readonly Page[]
  /** whether the repository has that file */
  readonly exists: (file: string) => boolean
  /** names of the endpoints, which are anchors of the reference */
  readonly endpoints: ReadonlySet<string>
}

const pageAt = ({ pages }: Site, address: string): Page | undefined =>
  pages.find((page) => addressOf(page) === address)

const hasAnchor = (page: Page, anchor: string): boolean =>
  headingsOf(page.markdown).some((heading) => anchorOf(heading) === anchor)

/** @returns the address on the site; undefined for a file that only the repository has */
const target = (site: Site, from: Page, link: string): string | undefined => {
  const broken = (): Error => new Error(`${from.file ?? from.path}: the link ${link} leads nowhere`)
  if (/^(https?:|mailto:)/.test(link) && !link.startsWith('http://localhost:3000/')) return link
  const [path = '', anchor] = link.replace('http://localhost:3000', '').split('#')
  if (path === '/docs/reference' || path === '/docs' || path === '/docs/') {
    if (path !== reference && anchor === undefined) return from.path === '' ? '/docs' : reference
    if (anchor !== undefined && !site.endpoints.has(anchor)) throw broken()
    return anchor === undefined ? reference : `${reference}#${anchor}`
  }
  if (path.startsWith('/') && !path.startsWith('/docs/')) return path
  const page =
    path === ''
      ? from
      : path.startsWith('/docs/')
        ? pageAt(site, path)
        : site.pages.find(({ file, path: own }) =>
            own === 'self-host/settings'
              ? anchor === 'settings' && file === resolve(from.file ?? '', path)
              : file === resolve(from.file ?? '', path),
          )
  if (!page) {
    if (!path.startsWith('/') && site.exists(resolve(from.file ?? '', path))) return undefined
    throw broken()
  }
  if (anchor === undefined || page.path === 'self-host/settings') return addressOf(page)
  if (!hasAnchor(page, anchor)) throw broken()
  return path === '' ? `#${anchor}` : `${addressOf(page)}#${anchor}`
}

/** @param suffix `.md` for the Markdown twins, which link to each other */
export const withLinks = (site: Site, page: Page, suffix = ''): string =>
  outsideCode(page.markdown, (text) =>
    text.replace(/(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g, (_all, image, label, link) => {
      const found = target(site, page, link)
      if (found === undefined || image === '!') return label
      const [path = '', anchor] = found.split('#')
      const isPage = path.startsWith('/docs') && path !== reference
      const twin = isPage && suffix !== '' ? `${path === '/docs' ? '/docs/index' : path}${suffix}` : path
      return `[${label}](${twin}${anchor === undefined ? '' : `#${anchor}`})`
    }),
  )
