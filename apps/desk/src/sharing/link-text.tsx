/** Texts and marks of a share link. */
import type { LinkState, ShareLink } from '#contracts/sharing/links.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { wholeDayOf } from '#desk-kit/lib/last-day.ts'
import { useMe } from '#desk-kit/lib/me.ts'
import { Mark, type Tone } from '#desk-kit/parts/mark.tsx'
import { ScopeText } from '../admin/scope-text.tsx'
import { sharingMessages } from './messages.ts'

const tones: Readonly<Record<LinkState, Tone>> = {
  PAIRING: 'info',
  ACTIVE: 'good',
  OFFLINE: 'bad',
  EXPIRED: 'muted',
  REVOKED: 'muted',
}

export const LinkMark = ({ state }: Pick<ShareLink, 'state'>) => (
  <Mark tone={tones[state]}>{useMessages(sharingMessages).states[state]}</Mark>
)

/** The day that was typed, in the organisation's time zone; day and time of an end within a day. */
export const Ends = ({ expiresAt }: Pick<ShareLink, 'expiresAt'>) => {
  const t = useMessages(sharingMessages)
  const { day, full } = useFormat()
  const { tenant } = useMe()
  if (expiresAt === null) return <span className="quiet">{t.never}</span>
  const last = wholeDayOf(expiresAt, tenant.timeZone)
  return <time dateTime={expiresAt}>{last ? day(last) : full(expiresAt)}</time>
}

/** Number of views, of the most allowed. */
export const useViews = (): ((link: Pick<ShareLink, 'views' | 'maxViews'>) => string) => {
  const t = useMessages(sharingMessages)
  const { number } = useFormat()
  return ({ views, maxViews }) =>
    maxViews === null ? t.viewsOf({ views }) : t.viewsLeft({ views: number(views), most: number(maxViews) })
}

export const Places = ({ scope }: Pick<ShareLink, 'scope'>) => <ScopeText scope={scope} />
