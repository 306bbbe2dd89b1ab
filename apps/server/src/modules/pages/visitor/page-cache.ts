/**
 * Cache of rendered and compressed pages of codes. Pages are keyed by the identity of the answer object: the endpoint
 * returns the same object until something changes.
 */
import type { AmenityInformation } from '#contracts/feedback.ts'
import type { RatePageModel } from '#visitor/models.ts'
import type { Renderer } from '../renderer.ts'
import { type PackedPage, packPage } from './packed-page.ts'

interface CachedPage {
  readonly information: AmenityInformation
  readonly page: PackedPage
  /** milliseconds; when a relative time on the page changes */
  readonly until: number
}

const maxBytes = 32 * 1024 * 1024

export interface PageCache {
  of(renderer: Renderer, model: RatePageModel): PackedPage
}

export const openPageCache = (): PageCache => {
  const pages = new Map<string, CachedPage>()
  let bytes = 0

  const drop = (key: string, { page }: CachedPage): void => {
    pages.delete(key)
    bytes -= page.bytes
  }

  return {
    of: (renderer, model) => {
      const { information, path, language, locale, now } = model
      const key = `${path} ${language} ${locale}`
      const known = pages.get(key)
      const at = Date.parse(now)
      if (known?.information === information && at < known.until) return known.page
      if (known) drop(key, known)
      const times = information.known.map(({ since }) => renderer.agoHoldsUntil(since, now) ?? Infinity)
      const page = packPage(renderer.renderRatePage(model), model)
      pages.set(key, { information, page, until: Math.min(...times) })
      bytes += page.bytes
      for (const [oldest, other] of pages) {
        if (bytes <= maxBytes) break
        drop(oldest, other)
      }
      return page
    },
  }
}
